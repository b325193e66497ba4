// What the C library does with freed memory. Its settings are not in Swift's module of it.
#pragma once

// Keeps freed memory for the next allocations instead of giving it back to the system. Only glibc has such settings.
void freed_memory_keep(void);
