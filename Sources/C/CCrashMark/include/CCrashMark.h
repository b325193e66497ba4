// A mark in a file that a crash leaves behind. The handlers of signals may only call async-signal-safe functions, which
// Swift cannot promise.
#pragma once

#include <stddef.h>

/// Writes `text` behind the first line of `descriptor`, and '!' to its start, when the process dies of SEGV, ILL, TRAP, BUS,
/// FPE, ABRT or SYS; -1 writes to nothing from now on. `text` is empty until ``crash_mark_extend``. Afterwards the action that
/// was there before meets the same signal. Returns 0 or an errno.
int crash_mark_arm(int descriptor, const void *text);

/// Sets the length of the armed text, whose bytes may change until the crash.
void crash_mark_extend(size_t length);

/// Writes what a crash leaves behind.
void crash_mark_write(int descriptor, const void *text, size_t length);

/// Gives the calling thread a stack for its handlers, so that an overflow of its own stack leaves a mark too. Cheap where
/// it has one.
void crash_mark_thread(void);
