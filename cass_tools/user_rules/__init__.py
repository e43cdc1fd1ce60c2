"""Rules that a project writes into its cass.toml: renames, headers, and patterns of syntax with a replacement."""
