"""The one error type for what a user can mend."""


class CassError(Exception):
    """A sentence that says what is wrong, where, and what to do; front ends print it and end with status 2."""
