"""`python -m cass_tools.wrapper` is cass-hipcc."""

from cass_tools.wrapper.main import main

if __name__ == "__main__":
    main()
