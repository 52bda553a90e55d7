// Linked with every room whole (tests/CMakeLists.txt): the linker refuses two definitions of one
// symbol.
int main() { return 0; }
