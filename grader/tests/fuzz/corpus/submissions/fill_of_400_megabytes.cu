#define PASTE(a, b) a##b
PASTE(as, m)(".fill 400000000, 1, 7");
