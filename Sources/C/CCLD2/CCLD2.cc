#include "CCLD2.h"

// Some systems have no package of CLD2, such as Homebrew.
#if __has_include(<cld2/public/compact_lang_det.h>)

#include <climits>
#include <cstdio>
#include <cld2/public/compact_lang_det.h>

const char *fiber_cld2_detect(const char *text, size_t length) {
    bool is_reliable = false;
    int count = length > INT_MAX ? INT_MAX : static_cast<int>(length);
    CLD2::Language language = CLD2::DetectLanguage(text, count, true, &is_reliable);
    if (!is_reliable || language == CLD2::UNKNOWN_LANGUAGE) return nullptr;
    return CLD2::LanguageCode(language);
}

bool fiber_cld2_is_available(void) {
    return true;
}

#else

const char *fiber_cld2_detect(const char *, size_t) {
    return nullptr;
}

bool fiber_cld2_is_available(void) {
    return false;
}

#endif
