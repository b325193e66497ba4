// Signal handlers that restore the terminal, which may only call async-signal-safe functions, and system calls that Swift
// cannot make.
#pragma once
#include <stddef.h>

/// Arms the guard: if a signal ends the process, by a fault or because Fiber does not use it, the terminal is restored first.
///
/// `terminal` is the terminal's descriptor. Its present modes are those that are restored, so arm before changing them.
/// `restore` are the bytes that undo what is written to it; they are copied. `record`, unless it is -1, is a descriptor, open
/// for writing, that receives a few lines about the crash. The previous action then handles the same signal, so that there are
/// backtraces and core dumps as usual.
///
/// Returns 0, or an errno if the guard is not armed.
int terminal_guard_arm(int terminal, const char *restore, size_t length, int record);

/// Gives the calling thread an alternate stack for its signal handlers, which then run after a stack overflow too. Cheap if
/// the thread has one. Call it when the main actor is entered from outside, since it moves between threads on Linux.
void terminal_guard_thread(void);

/// Restores the previous actions. Does nothing if the guard is not armed.
void terminal_guard_disarm(void);

/// Catches SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT and SIGWINCH: each writes its number as one byte to `descriptor`,
/// which must not block. A signal that was ignored when the process began (nohup) stays ignored. Returns 0 or an errno.
int terminal_guard_catch_signals(int descriptor);

/// Restores the previous actions of the caught signals.
void terminal_guard_release_signals(void);

/// Stops the process like the terminal's suspend key. Returns when it is continued, or at once in an orphaned process group,
/// which nobody could continue.
void terminal_guard_stop(void);

/// Reads the terminal's size in cells, or 0 × 0 if the terminal does not know it. Returns 0 or an errno.
int terminal_guard_size(int descriptor, int *columns, int *rows);

/// Reads the size of a cell in pixels, or 0 × 0 if the terminal does not know it. Returns 0 or an errno.
int terminal_guard_cell(int descriptor, int *width, int *height);

/// Makes a pipe for the bytes of the signals: neither end blocks or is inherited. Returns 0 or an errno.
int terminal_guard_pipe(int *reading, int *writing);

/// Returns 1 if this process is in the terminal's foreground and so may change its modes, or 0.
int terminal_guard_is_foreground(int descriptor);
