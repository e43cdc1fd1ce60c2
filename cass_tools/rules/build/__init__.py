"""Rules for build files, one per module like those for sources."""
