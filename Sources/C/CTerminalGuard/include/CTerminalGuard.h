// The parts that must be C: handlers of signals, which may only call async-signal-safe functions, and calls that Swift cannot
// make.
#pragma once
#include <stddef.h>

/// Arms the guard: when the process dies of a signal (SEGV, ILL, TRAP, BUS, FPE, ABRT), the terminal is given back first.
///
/// `terminal` is the terminal's descriptor; its modes of this moment are what is restored, so arm before changing them.
/// `restore` are the bytes that undo what was written to it; they are copied. `record`, unless -1, is a descriptor, open
/// for writing, that gets a few lines about the crash. Afterwards the action that was there before is put back and meets
/// the same signal, so that Swift's backtraces and core dumps come as ever.
///
/// Returns 0, or the errno of what failed; then nothing is armed.
int terminal_guard_arm(int terminal, const char *restore, size_t length, int record);

/// Gives the calling thread a stack for its handlers, so that they also run after an overflow of its own stack. Cheap if the
/// thread has one. Call it whenever the main actor is entered from outside, since it moves between threads on Linux.
void terminal_guard_thread(void);

/// Puts the former actions back. What was not armed stays as it is.
void terminal_guard_disarm(void);

/// Catches SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT and SIGWINCH: each writes its number as one byte to `descriptor`,
/// which must not block. A signal that was ignored when the process began (nohup) stays ignored. Returns 0 or an errno.
int terminal_guard_catch_signals(int descriptor);

/// Puts the former actions of the caught signals back.
void terminal_guard_release_signals(void);

/// Stops the process as the terminal's suspend key would; returns when it is continued, or at once where nobody could
/// continue it (an orphaned process group).
void terminal_guard_stop(void);

/// The terminal's size in cells. Returns 0 or an errno; a terminal that does not know answers 0 × 0.
int terminal_guard_size(int descriptor, int *columns, int *rows);

/// The pixels of one of the terminal's cells. Returns 0 or an errno; a terminal that does not know answers 0 × 0.
int terminal_guard_cell(int descriptor, int *width, int *height);

/// Makes a pipe for the bytes of the signals: neither end blocks or is inherited. Returns 0 or an errno.
int terminal_guard_pipe(int *reading, int *writing);

/// True if this process is in the terminal's foreground, so that it may change its modes.
int terminal_guard_is_foreground(int descriptor);
