// A signal handler that marks a file when the process crashes. It may only call async-signal-safe functions, which Swift
// cannot guarantee.
#pragma once

#include <stddef.h>

/// Writes `text` at offset 2 of `descriptor`, and then '!' to its start, if SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT
/// or SIGSYS ends the process. With -1, nothing is written from now on. `text` is empty until ``crash_mark_extend``. The
/// previous action then handles the same signal. Returns 0 or an errno.
int crash_mark_arm(int descriptor, const void *text);

/// Sets the length of the armed text, whose bytes may change until the crash.
void crash_mark_extend(size_t length);

/// Writes the text and the mark, as after a crash.
void crash_mark_write(int descriptor, const void *text, size_t length);

/// Gives the calling thread an alternate stack for its signal handlers, so that a stack overflow leaves a mark too. Cheap if
/// the thread has one.
void crash_mark_thread(void);
