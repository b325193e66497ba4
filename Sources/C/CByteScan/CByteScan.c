#include "CByteScan.h"

#include <string.h>

static const struct scans *scans = &scans_by_16;

#if defined(__x86_64__)
/// With vectors of 32 bytes (AVX2).
extern const struct scans scans_by_32;

// The compiler must not assume AVX2, so the program looks for it when it starts.
__attribute__((constructor)) static void choose_scans(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) scans = &scans_by_32;
}
#endif

const struct scans *scans_for_processor(void) { return scans; }

size_t scan_byte(const uint8_t *bytes, size_t from, size_t count, uint8_t byte) {
    if (from >= count) return count;
    const uint8_t *found = memchr(bytes + from, byte, count - from);
    return found ? (size_t)(found - bytes) : count;
}

size_t scan_json(const uint8_t *bytes, size_t from, size_t count) { return scans->json(bytes, from, count); }

size_t copy_json(uint8_t *to, const uint8_t *bytes, size_t count, bool escapes_delete) {
    return scans->escape(to, bytes, count, escapes_delete);
}

size_t scan_words(const uint8_t *bytes, size_t from, size_t count) { return scans->words(bytes, from, count); }

size_t scan_words_of_markup(const uint8_t *bytes, size_t from, size_t count) {
    return scans->valid_words(bytes, from, count, true);
}

size_t scan_valid_words(const uint8_t *bytes, size_t from, size_t count) {
    return scans->valid_words(bytes, from, count, false);
}

bool scan_is_ascii(const uint8_t *bytes, size_t count) { return scans->is_ascii(bytes, count); }

enum scan_text scan_kind(const uint8_t *bytes, size_t count) { return scans->kind(bytes, count); }

size_t scan_clean(const uint8_t *bytes, size_t from, size_t count) { return scans->clean(bytes, from, count); }

size_t scan_visible(const uint8_t *bytes, size_t from, size_t count) { return scans->visible(bytes, from, count); }

size_t scan_text_of_markup(const uint8_t *bytes, size_t from, size_t count) {
    return scans->text_of_markup(bytes, from, count);
}
