#pragma GCC dependency "/etc/passwd"
