"""The manual of the commands, made from what the commands themselves say: man pages and the reference page."""
