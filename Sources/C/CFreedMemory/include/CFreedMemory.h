// The treatment of freed memory by the C library, whose settings Swift's module of it lacks.
#pragma once

// Keeps freed memory for the next allocations instead of giving it back to the system. Only glibc has such settings.
void freed_memory_keep(void);

// Lets the calling thread run soon after it wakes, for less time at once than others: the kernel then prefers it to threads that
// have much to do. Threads that it starts take usual turns. Does nothing where the system has no such choice.
void thread_take_short_turns(void);
