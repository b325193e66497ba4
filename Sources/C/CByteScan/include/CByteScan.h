// Scans of text by vectors. Swift makes a loop over the bytes of each comparison of two vectors.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the index of the first byte from `from` on that a string of JSON must escape, or that is DEL; `count` if there is
/// none.
size_t scan_json(const uint8_t *bytes, size_t from, size_t count);

/// Copies a text into a string of JSON, with its escapes, and returns the number of bytes there. `to` has room for six bytes
/// for each byte of the text, and 32 more.
size_t copy_json(uint8_t *to, const uint8_t *bytes, size_t count, bool escapes_delete);

/// Returns the end of the run of ordinary words that begins at `from`: printable ASCII and letters of other scripts that
/// stand for themselves, with single spaces between them. The run begins and ends with a letter, or is empty. Ends before an
/// invalid sequence.
size_t scan_words(const uint8_t *bytes, size_t from, size_t count);

/// Returns the same for valid UTF-8. Several times faster for other scripts than Latin.
size_t scan_valid_words(const uint8_t *bytes, size_t from, size_t count);

/// Returns the same for markup in valid UTF-8, where `<` and `&` end a run too.
size_t scan_words_of_markup(const uint8_t *bytes, size_t from, size_t count);

/// Returns the index of the first byte from `from` on that a clean document does not have: a control character other than
/// tab and line feed, DEL, or the beginning of a sequence that is invalid, incomplete or forbidden in XML (U+FFFE, U+FFFF).
size_t scan_clean(const uint8_t *bytes, size_t from, size_t count);

/// Returns the index of the first byte from `from` on that begins a character which may not be visible: none of ASCII and of
/// the letters of `scan_words`.
size_t scan_visible(const uint8_t *bytes, size_t from, size_t count);

/// Returns the index of the first byte from `from` on that may begin markup or a reference.
size_t scan_text_of_markup(const uint8_t *bytes, size_t from, size_t count);

/// Returns the index of the first byte from `from` on that is `byte`, or `count` if there is none.
size_t scan_byte(const uint8_t *bytes, size_t from, size_t count, uint8_t byte);

/// Returns true if no byte is beyond ASCII.
bool scan_is_ascii(const uint8_t *bytes, size_t count);

/// The kind of a text.
enum scan_text { scan_invalid, scan_ascii, scan_utf8 };

/// Returns the narrowest kind that the bytes have.
enum scan_text scan_kind(const uint8_t *bytes, size_t count);

/// The scans for one length of vectors. The functions above use those for the processor; tests compare them.
struct scans {
    size_t (*json)(const uint8_t *bytes, size_t from, size_t count);
    size_t (*escape)(uint8_t *to, const uint8_t *bytes, size_t count, bool escapes_delete);
    size_t (*words)(const uint8_t *bytes, size_t from, size_t count);
    size_t (*valid_words)(const uint8_t *bytes, size_t from, size_t count, bool is_markup);
    enum scan_text (*kind)(const uint8_t *bytes, size_t count);
    bool (*is_ascii)(const uint8_t *bytes, size_t count);
    size_t (*clean)(const uint8_t *bytes, size_t from, size_t count);
    size_t (*visible)(const uint8_t *bytes, size_t from, size_t count);
    size_t (*text_of_markup)(const uint8_t *bytes, size_t from, size_t count);
};

/// With vectors of sixteen bytes, which every processor has.
extern const struct scans scans_by_16;

/// With the longest vectors that the program has for this processor.
const struct scans *scans_for_processor(void);
