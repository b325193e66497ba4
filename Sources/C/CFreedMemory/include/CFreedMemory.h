// The treatment of freed memory by the C library, whose settings Swift's module of it lacks.
#pragma once

// Keeps freed memory for the next allocations instead of giving it back to the system. Only glibc has such settings.
void freed_memory_keep(void);
