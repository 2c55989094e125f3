%:/* */1 "/usr/include/stdio.h" 1
int a;
