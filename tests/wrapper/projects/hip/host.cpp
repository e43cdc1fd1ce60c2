int host(int value) { return value + 10; }
