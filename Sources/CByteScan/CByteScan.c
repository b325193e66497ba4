#include "CByteScan.h"

#include <stdbool.h>
#include <string.h>

// Clang and GCC make these vectors of whatever the processor has.
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef int8_t mask16 __attribute__((vector_size(16)));

static inline bytes16 load(const uint8_t *bytes) {
    bytes16 lanes;
    memcpy(&lanes, bytes, sizeof lanes);
    return lanes;
}

static inline bytes16 all(uint8_t byte) {
    return (bytes16){} + byte;
}

// Loads the last bytes, fewer than sixteen, with `pad` behind them.
static inline bytes16 load_rest(const uint8_t *bytes, size_t rest, uint8_t pad) {
    bytes16 lanes = all(pad);
    memcpy(&lanes, bytes, rest);
    return lanes;
}

// Returns true if one of the bytes is beyond ASCII.
static inline bool has_high(bytes16 lanes) {
    uint64_t halves[2];
    memcpy(halves, &lanes, sizeof halves);
    return ((halves[0] | halves[1]) & 0x8080808080808080) != 0;
}

// Marks the bytes from `first` on, `count` values.
static inline mask16 within(bytes16 lanes, uint8_t first, uint8_t count) {
    return (mask16)(lanes - all(first) < all(count));
}

// Returns the index of the first marked byte, or 16 if none is marked.
static inline size_t first_marked(mask16 marks) {
    uint64_t halves[2];
    memcpy(halves, &marks, sizeof halves);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    halves[0] = __builtin_bswap64(halves[0]);
    halves[1] = __builtin_bswap64(halves[1]);
#endif
    if (halves[0]) return (size_t)__builtin_ctzll(halves[0]) / 8;
    if (halves[1]) return 8 + (size_t)__builtin_ctzll(halves[1]) / 8;
    return 16;
}

size_t scan_byte(const uint8_t *bytes, size_t from, size_t count, uint8_t byte) {
    if (from >= count) return count;
    const uint8_t *found = memchr(bytes + from, byte, count - from);
    return found ? (size_t)(found - bytes) : count;
}

static inline mask16 escaped(bytes16 lanes) {
    return (mask16)(lanes < all(0x20)) | (mask16)(lanes == all('"')) | (mask16)(lanes == all('\\'))
        | (mask16)(lanes == all(0x7f));
}

size_t scan_json(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    for (; index + 16 <= count; index += 16) {
        size_t first = first_marked(escaped(load(bytes + index)));
        if (first < 16) return index + first;
    }
    if (index >= count) return index;
    size_t first = first_marked(escaped(load_rest(bytes + index, count - index, ' ')));
    return first < 16 ? index + first : count;
}

static inline bool follows(const uint8_t *bytes, size_t index, size_t count, uint8_t first, uint8_t last) {
    return index < count && bytes[index] >= first && bytes[index] <= last;
}

static inline bool continues(const uint8_t *bytes, size_t index, size_t count) {
    return follows(bytes, index, count, 0x80, 0xbf);
}

// Returns the length of the letter at `index` if it is one of the blocks that have only visible characters, or 0.
static size_t length_of_letter(const uint8_t *bytes, size_t index, size_t count) {
    switch (bytes[index]) {
    // Latin punctuation, except the soft hyphen.
    case 0xc2: return follows(bytes, index + 1, count, 0xa0, 0xbf) && bytes[index + 1] != 0xad ? 2 : 0;
    // Latin letters from U+00C0, Greek, Cyrillic up to U+047F, Armenian, Hebrew and Arabic letters.
    case 0xc3 ... 0xcb:
    case 0xce ... 0xd1: return continues(bytes, index + 1, count) ? 2 : 0;
    case 0xd7: return follows(bytes, index + 1, count, 0x90, 0xaa) ? 2 : 0;
    case 0xd8: return follows(bytes, index + 1, count, 0xa0, 0xbf) ? 2 : 0;
    case 0xd9: return follows(bytes, index + 1, count, 0x80, 0x8a) ? 2 : 0;
    // The scripts of India.
    case 0xe0: return follows(bytes, index + 1, count, 0xa4, 0xb7) && continues(bytes, index + 2, count) ? 3 : 0;
    // Latin letters with two accents.
    case 0xe1: return follows(bytes, index + 1, count, 0xb8, 0xbb) && continues(bytes, index + 2, count) ? 3 : 0;
    // Dashes, quotation marks and the ellipsis.
    case 0xe2:
        return follows(bytes, index + 1, count, 0x80, 0x80) && follows(bytes, index + 2, count, 0x90, 0xa7) ? 3 : 0;
    // Punctuation of CJK, and kana.
    case 0xe3: return follows(bytes, index + 1, count, 0x80, 0x83) && continues(bytes, index + 2, count) ? 3 : 0;
    // Hangul syllables up to U+AFFF, and from U+D000 on.
    case 0xea: return follows(bytes, index + 1, count, 0xb0, 0xbf) && continues(bytes, index + 2, count) ? 3 : 0;
    case 0xed: return follows(bytes, index + 1, count, 0x80, 0x9d) && continues(bytes, index + 2, count) ? 3 : 0;
    // Wide forms of ASCII.
    case 0xef: return follows(bytes, index + 1, count, 0xbc, 0xbd) && continues(bytes, index + 2, count) ? 3 : 0;
    // CJK ideographs from U+4000 to U+9FFF, and Hangul syllables up to U+CFFF.
    case 0xe4 ... 0xe9:
    case 0xeb:
    case 0xec: return continues(bytes, index + 1, count) && continues(bytes, index + 2, count) ? 3 : 0;
    // Emoji, except the black flag, whose tags are invisible.
    case 0xf0:
        if (!follows(bytes, index + 1, count, 0x9f, 0x9f) || !continues(bytes, index + 2, count)
            || !continues(bytes, index + 3, count)) {
            return 0;
        }
        return bytes[index + 2] == 0x8f && bytes[index + 3] == 0xb4 ? 0 : 4;
    default: return 0;
    }
}

// Marks the first bytes of letters of two bytes whose second one can be any.
static inline mask16 leads_of_two(bytes16 lanes) {
    return within(lanes, 0xc3, 9) | within(lanes, 0xce, 4);
}

// Marks the first bytes of letters of three bytes whose others can be any.
static inline mask16 leads_of_three(bytes16 lanes) {
    return within(lanes, 0xe4, 6) | within(lanes, 0xeb, 2);
}

// Returns `marks` moved by one byte or two, behind those of the sixteen bytes before.
static inline mask16 moved_by_one(mask16 former, mask16 marks) {
    return __builtin_shufflevector(former, marks, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

static inline mask16 moved_by_two(mask16 former, mask16 marks) {
    return __builtin_shufflevector(former, marks, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
}

// Returns the end of the whole letters in the bytes up to `end`, of which only the last letter may be incomplete.
static size_t end_of_letters(const uint8_t *bytes, size_t from, size_t end) {
    size_t lead = end;
    while (lead > from && bytes[lead - 1] >= 0x80 && bytes[lead - 1] < 0xc0) lead--;
    if (lead == from || bytes[lead - 1] < 0xc0) return end;
    lead--;
    size_t length = bytes[lead] < 0xe0 ? 2 : 3;
    return lead + length <= end ? end : lead;
}

// Skips words by sixteen bytes, as far as they have only ASCII and letters that their first byte tells. A space may be the
// last byte of the run, never the first.
static inline size_t skip_vectors(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    mask16 former_two = {}, former_three = {};
    bool may_continue = false;
    while (true) {
        bytes16 lanes, next;
        if (index + 17 <= count) {
            lanes = load(bytes + index);
            next = load(bytes + index + 1);
        } else {
            // NUL ends a run.
            uint8_t rest[32] = {0};
            memcpy(rest, bytes + index, count - index);
            lanes = load(rest);
            next = load(rest + 1);
        }
        mask16 spaces = (mask16)(lanes == all(0x20)) & (mask16)(next == all(0x20));
        mask16 stops = (mask16)(lanes < all(0x20)) | (mask16)(lanes == all(0x7f)) | spaces;
        if (may_continue || has_high(lanes)) {
            mask16 two = leads_of_two(lanes), three = leads_of_three(lanes);
            mask16 continuation = within(lanes, 0x80, 0x40);
            stops |= within(lanes, 0xc0, 0x40) & ~(two | three);
            stops |= continuation
                ^ (moved_by_one(former_two, two) | moved_by_one(former_three, three)
                   | moved_by_two(former_three, three));
            former_two = two;
            former_three = three;
            may_continue = true;
        }
        size_t first = first_marked(stops);
        if (first < 16) return end_of_letters(bytes, from, index + first);
        index += 16;
        if (index >= count) return end_of_letters(bytes, from, count);
        if (may_continue) may_continue = bytes[index - 1] >= 0x80;
    }
}

// True for the first byte of a letter that `skip_vectors` skips.
static inline bool is_plain(uint8_t byte) {
    return (byte > 0x20 && byte < 0x7f) || (byte >= 0xc3 && byte <= 0xcb) || (byte >= 0xce && byte <= 0xd1)
        || (byte >= 0xe4 && byte <= 0xe9) || byte == 0xeb || byte == 0xec;
}

size_t scan_words(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    if (index >= count || bytes[index] == 0x20) return from;
    bool is_behind_space = false;
    while (true) {
        size_t end = skip_vectors(bytes, index, count);
        if (end > index) is_behind_space = bytes[end - 1] == 0x20;
        index = end;
        // Letter by letter until two plain ones follow each other: words of other scripts have spaces between them.
        bool is_behind_plain = false;
        while (true) {
            if (index >= count) goto end;
            uint8_t byte = bytes[index];
            size_t length = 1;
            if (byte == 0x20) {
                if (is_behind_space) goto end;
            } else if (byte >= 0x80) {
                length = length_of_letter(bytes, index, count);
                if (length == 0) goto end;
            } else if (byte < 0x20 || byte == 0x7f) {
                goto end;
            }
            index += length;
            is_behind_space = byte == 0x20;
            bool is_behind_two = is_behind_plain;
            is_behind_plain = is_plain(byte);
            if (is_behind_two && is_behind_plain) break;
        }
        if (index >= count) goto end;
    }
end:
    return is_behind_space && index > from ? index - 1 : index;
}

// Marks the bytes that end a run of words in valid UTF-8, as `length_of_letter` has it. Reads nineteen bytes.
static inline mask16 ends_of_words(const uint8_t *bytes, bool is_markup) {
    bytes16 lanes = load(bytes), next = load(bytes + 1);
    mask16 spaces = (mask16)(lanes == all(0x20)) & (mask16)(next == all(0x20));
    mask16 stops = (mask16)(lanes < all(0x20)) | (mask16)(lanes == all(0x7f)) | spaces;
    if (is_markup) stops |= (mask16)(lanes == all('<')) | (mask16)(lanes == all('&'));
    if (!has_high(lanes)) return stops;
    mask16 others = within(lanes, 0xc0, 0x40) & ~(leads_of_two(lanes) | leads_of_three(lanes));
    if (first_marked(others) == 16) return stops;
    bytes16 second = load(bytes + 2), third = load(bytes + 3);
    mask16 letters = ((mask16)(lanes == all(0xc2)) & within(next, 0xa0, 0x20) & ~(mask16)(next == all(0xad)))
        | ((mask16)(lanes == all(0xd7)) & within(next, 0x90, 0x1b))
        | ((mask16)(lanes == all(0xd8)) & within(next, 0xa0, 0x20))
        | ((mask16)(lanes == all(0xd9)) & within(next, 0x80, 0x0b))
        | ((mask16)(lanes == all(0xe0)) & within(next, 0xa4, 0x14))
        | ((mask16)(lanes == all(0xe1)) & within(next, 0xb8, 0x04))
        | ((mask16)(lanes == all(0xe2)) & (mask16)(next == all(0x80)) & within(second, 0x90, 0x18))
        | ((mask16)(lanes == all(0xe3)) & within(next, 0x80, 0x04))
        | ((mask16)(lanes == all(0xea)) & within(next, 0xb0, 0x10))
        | ((mask16)(lanes == all(0xed)) & within(next, 0x80, 0x1e))
        | ((mask16)(lanes == all(0xef)) & within(next, 0xbc, 0x02))
        | ((mask16)(lanes == all(0xf0)) & (mask16)(next == all(0x9f))
           & ~((mask16)(second == all(0x8f)) & (mask16)(third == all(0xb4))));
    return stops | (others & ~letters);
}

static inline size_t skip_valid_words(const uint8_t *bytes, size_t from, size_t count, bool is_markup) {
    if (from >= count || bytes[from] == 0x20) return from;
    size_t index = from, first = 16;
    for (; first == 16 && index + 19 <= count; index += first) first = first_marked(ends_of_words(bytes + index, is_markup));
    while (first == 16) {
        // NUL ends a run.
        uint8_t rest[40] = {0};
        memcpy(rest, bytes + index, count - index < 32 ? count - index : 32);
        first = first_marked(ends_of_words(rest, is_markup));
        index += first;
    }
    return index > from && bytes[index - 1] == 0x20 ? index - 1 : index;
}

size_t scan_words_of_markup(const uint8_t *bytes, size_t from, size_t count) {
    return skip_valid_words(bytes, from, count, true);
}

size_t scan_valid_words(const uint8_t *bytes, size_t from, size_t count) {
    return skip_valid_words(bytes, from, count, false);
}

// Returns the length of the character at `index`, or 0 if it is invalid (Unicode Standard, table 3-7).
static inline size_t length_of_character(const uint8_t *bytes, size_t index, size_t count) {
    uint8_t first = bytes[index], least = 0x80, greatest = 0xbf;
    size_t length;
    if (first < 0x80) return 1;
    if (first < 0xc2) return 0;
    if (first < 0xe0) {
        length = 2;
    } else if (first < 0xf0) {
        length = 3;
        if (first == 0xe0) least = 0xa0;
        if (first == 0xed) greatest = 0x9f;
    } else if (first < 0xf5) {
        length = 4;
        if (first == 0xf0) least = 0x90;
        if (first == 0xf4) greatest = 0x8f;
    } else {
        return 0;
    }
    if (!follows(bytes, index + 1, count, least, greatest)) return 0;
    for (size_t next = index + 2; next < index + length; next++) {
        if (!continues(bytes, next, count)) return 0;
    }
    return length;
}

// Marks the bytes of sixteen, the first of which begins a character, that end a run of ASCII and of sequences whose first
// byte tells their validity.
static inline mask16 invalid(bytes16 lanes) {
    mask16 two = within(lanes, 0xc2, 0x1e), three = within(lanes, 0xe1, 12) | within(lanes, 0xee, 1);
    mask16 continuation = within(lanes, 0x80, 0x40), none = {};
    return (within(lanes, 0xc0, 0x40) & ~(two | three))
        | (continuation ^ (moved_by_one(none, two) | moved_by_one(none, three) | moved_by_two(none, three)));
}

// False for the first byte of a sequence whose second byte tells its validity.
static inline bool begins_vector(uint8_t byte) {
    return byte < 0xf0 && byte != 0xe0 && byte != 0xed && byte != 0xef;
}

enum scan_text scan_kind(const uint8_t *bytes, size_t count) {
    bytes16 seen = {};
    size_t index = 0;
    while (index < count) {
        size_t rest = count - index;
        bytes16 lanes = rest >= 16 ? load(bytes + index) : load_rest(bytes + index, rest, 0);
        if (!has_high(lanes)) {
            index += 16;
            continue;
        }
        seen |= lanes;
        size_t first = first_marked(invalid(lanes));
        size_t end = index + (first < rest ? first : rest);
        index = end_of_letters(bytes, index, end);
        if (first == 16 && rest > 16) continue;
        // Other characters, as far as they follow each other.
        while (index < count) {
            size_t length = length_of_character(bytes, index, count);
            if (length == 0) return scan_invalid;
            index += length;
            if (index < count && begins_vector(bytes[index])) break;
        }
    }
    return has_high(seen) ? scan_utf8 : scan_ascii;
}

static inline mask16 control(bytes16 lanes) {
    mask16 white = (mask16)(lanes == all('\n')) | (mask16)(lanes == all('\t'));
    return ((mask16)(lanes < all(0x20)) & ~white) | (mask16)(lanes == all(0x7f));
}

size_t scan_clean(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    while (index < count) {
        while (index + 16 <= count) {
            bytes16 lanes = load(bytes + index);
            mask16 stops = control(lanes);
            if (!has_high(lanes)) {
                size_t first = first_marked(stops);
                if (first < 16) return index + first;
                index += 16;
                continue;
            }
            size_t first = first_marked(invalid(lanes) | stops);
            index = end_of_letters(bytes, index, index + first);
            if (first < 16) break;
        }
        while (index < count) {
            uint8_t byte = bytes[index];
            if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) return index;
            size_t length = length_of_character(bytes, index, count);
            if (length == 0) return index;
            if (byte == 0xef && bytes[index + 1] == 0xbf && bytes[index + 2] >= 0xbe) return index;
            index += length;
            if (index + 16 <= count && begins_vector(bytes[index])) break;
        }
    }
    return index;
}

size_t scan_visible(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    for (; index + 16 <= count; index += 16) {
        bytes16 lanes = load(bytes + index);
        size_t first = first_marked(within(lanes, 0xc0, 0x40) & ~(leads_of_two(lanes) | leads_of_three(lanes)));
        if (first < 16) return index + first;
    }
    while (index < count && (bytes[index] < 0xc0 || is_plain(bytes[index]))) index++;
    return index;
}

size_t scan_text_of_markup(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    for (; index + 16 <= count; index += 16) {
        bytes16 lanes = load(bytes + index);
        size_t first = first_marked((mask16)(lanes == all('<')) | (mask16)(lanes == all('&')));
        if (first < 16) return index + first;
    }
    while (index < count && bytes[index] != '<' && bytes[index] != '&') index++;
    return index;
}
