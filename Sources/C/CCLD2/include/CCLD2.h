#pragma once
#include <stdbool.h>
#include <stddef.h>

// CLD2 behind plain C: which language a text is in. <https://github.com/CLD2Owners/cld2>

#ifdef __cplusplus
extern "C" {
#endif

/// The BCP 47 tag of the language that the `length` bytes of plain text (sound UTF-8) are in; NULL where that is not
/// certain. The tag lives for ever. May be called from any thread.
const char *fiber_cld2_detect(const char *text, size_t length);

/// False where CLD2 is missing, so that no language is ever certain.
bool fiber_cld2_is_available(void);

#ifdef __cplusplus
}
#endif
