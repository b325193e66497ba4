#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// RE2 behind plain C: regular expressions whose time is linear in the text, whatever the expression is.
// <https://github.com/google/re2>. Every function may be called from any thread; an expression is never changed.

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled expression.
typedef struct fiber_re2 fiber_re2;

/// Compiles the `length` bytes (UTF-8) at `pattern`. On failure answers NULL and writes what is wrong to `message`, cut
/// to `capacity` bytes, its terminating NUL included. What is answered is freed with fiber_re2_free.
fiber_re2 *fiber_re2_compile(
    const char *pattern, size_t length, bool ignores_case, int64_t memory, char *message, size_t capacity);

/// Frees an expression.
void fiber_re2_free(fiber_re2 *expression);

/// Returns true if the expression matches somewhere in the text from `start` on; then its range in bytes goes to `found_start`
/// and `found_end`, which may be NULL: asking for no range is several times faster.
bool fiber_re2_find(
    const fiber_re2 *expression, const char *text, size_t length, size_t start, size_t *found_start, size_t *found_end);

#ifdef __cplusplus
}
#endif
