"""What `cass check` found, in the forms that other programs read: one module per format, each a pure function."""
