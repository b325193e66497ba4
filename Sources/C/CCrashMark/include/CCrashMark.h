// A mark in a file that a crash leaves behind. The handlers of signals may only call async-signal-safe functions, which
// Swift cannot promise.
#pragma once

/// Writes '!' to the start of `descriptor` when the process dies of SEGV, ILL, TRAP, BUS, FPE, ABRT or SYS; -1 writes to
/// nothing from now on. Afterwards the action that was there before meets the same signal. Returns 0 or an errno.
int crash_mark_arm(int descriptor);

/// Gives the calling thread a stack for its handlers, so that an overflow of its own stack leaves a mark too. Cheap where
/// it has one.
void crash_mark_thread(void);
