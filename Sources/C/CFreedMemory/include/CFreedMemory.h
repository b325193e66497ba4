// The treatment of memory by the C library, whose settings Swift's module of it lacks.
#pragma once

/// For a process that uses much memory and soon ends: takes memory in large pieces, and keeps freed memory for the next
/// allocations instead of giving it back to the system. Only glibc has such settings.
void freed_memory_keep(void);
