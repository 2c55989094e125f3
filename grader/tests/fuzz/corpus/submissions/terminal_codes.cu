int a = b;  // [2J
