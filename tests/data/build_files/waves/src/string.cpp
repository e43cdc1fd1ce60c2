const char* title() { return "waves"; }
