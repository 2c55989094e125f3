#warning ""
int a = b;
