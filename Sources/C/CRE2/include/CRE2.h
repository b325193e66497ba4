#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// RE2, regular expressions that take time linear in the text, behind a C interface.
// <https://github.com/google/re2>. Every function may be called from any thread; an expression is never changed.

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled expression.
typedef struct fiber_re2 fiber_re2;

/// Compiles the `length` bytes of UTF-8 at `pattern`. Returns an expression, to be freed with fiber_re2_free, whose program and
/// states take at most `memory` bytes. If it is invalid, returns NULL and writes the error to `message`: at most `capacity`
/// bytes with the terminating NUL.
fiber_re2 *fiber_re2_compile(
    const char *pattern, size_t length, bool ignores_case, int64_t memory, char *message, size_t capacity);

/// Frees an expression.
void fiber_re2_free(fiber_re2 *expression);

/// Returns true if the expression matches somewhere in the text from `start` on, and writes the range of the match in bytes to
/// `found_start` and `found_end`. These may be NULL, which is several times faster.
bool fiber_re2_find(
    const fiber_re2 *expression, const char *text, size_t length, size_t start, size_t *found_start, size_t *found_end);

#ifdef __cplusplus
}
#endif
