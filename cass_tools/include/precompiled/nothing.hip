// A precompiled header of what the options alone bring in.
