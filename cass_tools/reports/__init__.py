"""Reports about the state of a port, for people who do not read code: one page, or Markdown, JSON and CSV."""
