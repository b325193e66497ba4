#pragma once
#include <stdbool.h>
#include <stddef.h>

// CLD2, which guesses the language of a text, behind a C interface. <https://github.com/CLD2Owners/cld2>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the BCP 47 tag of the language of `length` bytes of plain text in valid UTF-8, or NULL if it is uncertain. The tag
/// is never freed. May be called from any thread.
const char *fiber_cld2_detect(const char *text, size_t length);

/// Returns false if CLD2 is not installed. Then every language is uncertain.
bool fiber_cld2_is_available(void);

#ifdef __cplusplus
}
#endif
