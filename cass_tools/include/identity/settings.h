// For caches in front of cass-hipcc: the preprocessed text names its settings as a file that is nowhere.
#line 1 CASS_SETTINGS
#undef CASS_SETTINGS
