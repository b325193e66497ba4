// The scans as SCANS, with vectors of LANES bytes. A file for each length includes this.
#include "CByteScan.h"

#include <string.h>

typedef uint8_t vector __attribute__((vector_size(LANES)));
typedef int8_t mask __attribute__((vector_size(LANES)));
typedef bool mask_bits __attribute__((ext_vector_type(LANES)));

static inline vector load(const uint8_t *bytes) {
    vector lanes;
    memcpy(&lanes, bytes, sizeof lanes);
    return lanes;
}

static inline vector all(uint8_t byte) {
    return (vector){} + byte;
}

/// Loads the last bytes, fewer than LANES, with `pad` behind them.
static inline vector load_rest(const uint8_t *bytes, size_t rest, uint8_t pad) {
    vector lanes = all(pad);
    memcpy(&lanes, bytes, rest);
    return lanes;
}

/// Returns a bit for each byte: the highest one.
static inline uint32_t high_bits(vector lanes) {
    mask_bits high = __builtin_convertvector((mask)lanes < (mask){}, mask_bits);
    uint32_t bits = 0;
    memcpy(&bits, &high, LANES / 8);
    return bits;
}

/// Returns true if one of the bytes is beyond ASCII.
static inline bool has_high(vector lanes) {
    return high_bits(lanes) != 0;
}

/// Marks the bytes from `first` on, `count` values.
static inline mask within(vector lanes, uint8_t first, uint8_t count) {
    return (mask)(lanes - all(first) < all(count));
}

/// Returns the index of the first marked byte, or LANES if none is marked.
static inline size_t first_marked(mask marks) {
    uint32_t bits = high_bits((vector)marks);
    return bits ? (size_t)__builtin_ctz(bits) : LANES;
}

static inline bool follows(const uint8_t *bytes, size_t index, size_t count, uint8_t first, uint8_t last) {
    return index < count && bytes[index] >= first && bytes[index] <= last;
}

static inline bool continues(const uint8_t *bytes, size_t index, size_t count) {
    return follows(bytes, index, count, 0x80, 0xbf);
}

/// Returns the length of the letter at `index` if it is one of the blocks that have only visible characters, or 0.
static size_t length_of_letter(const uint8_t *bytes, size_t index, size_t count) {
    switch (bytes[index]) {
    // Latin punctuation, except the soft hyphen.
    case 0xc2: return follows(bytes, index + 1, count, 0xa0, 0xbf) && bytes[index + 1] != 0xad ? 2 : 0;
    // Latin letters from U+00C0, Greek, Cyrillic up to U+047F, Armenian, Hebrew and Arabic letters, Arabic digits, comma,
    // semicolon and question mark.
    case 0xc3 ... 0xcb:
    case 0xce ... 0xd1: return continues(bytes, index + 1, count) ? 2 : 0;
    case 0xd7: return follows(bytes, index + 1, count, 0x90, 0xaa) ? 2 : 0;
    case 0xd8:
        return follows(bytes, index + 1, count, 0xa0, 0xbf) || follows(bytes, index + 1, count, 0x8c, 0x8c)
            || follows(bytes, index + 1, count, 0x9b, 0x9b) || follows(bytes, index + 1, count, 0x9f, 0x9f) ? 2 : 0;
    case 0xd9:
        return follows(bytes, index + 1, count, 0x80, 0x8a) || follows(bytes, index + 1, count, 0xa0, 0xaf)
            || follows(bytes, index + 1, count, 0xb1, 0xbf) ? 2 : 0;
    case 0xda: return continues(bytes, index + 1, count) ? 2 : 0;
    case 0xdb: return follows(bytes, index + 1, count, 0x80, 0x95) ? 2 : 0;
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

/// Returns the end of the whole letters in the bytes up to `end`, of which only the last letter may be incomplete.
static size_t end_of_letters(const uint8_t *bytes, size_t from, size_t end) {
    size_t lead = end;
    while (lead > from && bytes[lead - 1] >= 0x80 && bytes[lead - 1] < 0xc0) lead--;
    if (lead == from || bytes[lead - 1] < 0xc0) return end;
    lead--;
    size_t length = bytes[lead] < 0xe0 ? 2 : 3;
    return lead + length <= end ? end : lead;
}

/// True for the first byte of a letter that a run of vectors skips.
static inline bool is_plain(uint8_t byte) {
    return (byte > 0x20 && byte < 0x7f) || (byte >= 0xc3 && byte <= 0xcb) || (byte >= 0xce && byte <= 0xd1)
        || (byte >= 0xe4 && byte <= 0xe9) || byte == 0xeb || byte == 0xec;
}

/// Returns the length of the character at `index`, or 0 if it is invalid (Unicode Standard, table 3-7).
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

static inline mask escaped(vector lanes) {
    return (mask)(lanes < all(0x20)) | (mask)(lanes == all('"')) | (mask)(lanes == all('\\'))
        | (mask)(lanes == all(0x7f));
}

static size_t json(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    for (; index + LANES <= count; index += LANES) {
        size_t first = first_marked(escaped(load(bytes + index)));
        if (first < LANES) return index + first;
    }
    if (index >= count) return index;
    size_t first = first_marked(escaped(load_rest(bytes + index, count - index, ' ')));
    return first < LANES ? index + first : count;
}

/// Writes the escape of a byte in a string of JSON, and returns its end.
static inline uint8_t *put_escape(uint8_t *to, uint8_t byte) {
    static const uint8_t letters[0x60] = {
        ['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't',
    };
    static const char digits[] = "0123456789abcdef";
    *to++ = '\\';
    if (byte < sizeof letters && letters[byte]) {
        *to++ = letters[byte];
        return to;
    }
    memcpy(to, "u00", 3);
    to[3] = digits[byte >> 4];
    to[4] = digits[byte & 0x0f];
    return to + 5;
}

static size_t escape(uint8_t *to, const uint8_t *bytes, size_t count, bool escapes_delete) {
    uint8_t *end = to;
    size_t index = 0;
    while (index < count) {
        size_t rest = count - index;
        vector lanes = rest >= LANES ? load(bytes + index) : load_rest(bytes + index, rest, ' ');
        memcpy(end, &lanes, sizeof lanes);
        size_t clean = first_marked(escaped(lanes));
        if (clean > rest) clean = rest;
        end += clean;
        index += clean;
        if (clean == LANES || index == count) continue;
        uint8_t byte = bytes[index++];
        if (byte == 0x7f && !escapes_delete) {
            *end++ = byte;
        } else {
            end = put_escape(end, byte);
        }
    }
    return (size_t)(end - to);
}

/// Marks the first bytes of letters of two bytes whose second one can be any.
static inline mask leads_of_two(vector lanes) {
    return within(lanes, 0xc3, 9) | within(lanes, 0xce, 4);
}

/// Marks the first bytes of letters of three bytes whose others can be any.
static inline mask leads_of_three(vector lanes) {
    return within(lanes, 0xe4, 6) | within(lanes, 0xeb, 2);
}

// Returns `marks` moved by one byte, two or three, behind those of the bytes before.
#if LANES == 16
#define MOVED_BY_ONE 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#define MOVED_BY_TWO 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
#define MOVED_BY_THREE 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
#else
#define MOVED_BY_ONE                                                                                                   \
    31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, \
        60, 61, 62
#define MOVED_BY_TWO                                                                                                   \
    30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, \
        59, 60, 61
#define MOVED_BY_THREE                                                                                                 \
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, \
        58, 59, 60
#endif

static inline mask moved_by_one(mask former, mask marks) {
    return __builtin_shufflevector(former, marks, MOVED_BY_ONE);
}

static inline mask moved_by_two(mask former, mask marks) {
    return __builtin_shufflevector(former, marks, MOVED_BY_TWO);
}

static inline mask moved_by_three(mask former, mask marks) {
    return __builtin_shufflevector(former, marks, MOVED_BY_THREE);
}

#undef MOVED_BY_ONE
#undef MOVED_BY_TWO
#undef MOVED_BY_THREE

/// Skips words by vectors, as far as they have only ASCII and letters that their first byte tells. A space may be the
/// last byte of the run, never the first.
static inline size_t skip_vectors(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    mask former_two = {}, former_three = {};
    bool may_continue = false;
    while (true) {
        vector lanes, next;
        if (index + LANES + 1 <= count) {
            lanes = load(bytes + index);
            next = load(bytes + index + 1);
        } else {
            // NUL ends a run.
            uint8_t rest[LANES + 1] = {0};
            memcpy(rest, bytes + index, count - index);
            lanes = load(rest);
            next = load(rest + 1);
        }
        mask spaces = (mask)(lanes == all(0x20)) & (mask)(next == all(0x20));
        mask stops = (mask)(lanes < all(0x20)) | (mask)(lanes == all(0x7f)) | spaces;
        if (may_continue || has_high(lanes)) {
            mask two = leads_of_two(lanes), three = leads_of_three(lanes);
            mask continuation = within(lanes, 0x80, 0x40);
            stops |= within(lanes, 0xc0, 0x40) & ~(two | three);
            stops |= continuation
                ^ (moved_by_one(former_two, two) | moved_by_one(former_three, three)
                   | moved_by_two(former_three, three));
            former_two = two;
            former_three = three;
            may_continue = true;
        }
        size_t first = first_marked(stops);
        if (first < LANES) return end_of_letters(bytes, from, index + first);
        index += LANES;
        if (index >= count) return end_of_letters(bytes, from, count);
        if (may_continue) may_continue = bytes[index - 1] >= 0x80;
    }
}

static size_t words(const uint8_t *bytes, size_t from, size_t count) {
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

/// Marks the first bytes beyond ASCII, other than those of letters that their first byte tells, that begin no letter of
/// `length_of_letter`, if the text is valid. `bytes` are those of `lanes` and three more.
static inline mask others_than_letters(const uint8_t *bytes, vector lanes) {
    mask others = within(lanes, 0xc0, 0x40) & ~(leads_of_two(lanes) | leads_of_three(lanes));
    if (first_marked(others) == LANES) return others;
    vector next = load(bytes + 1), second = load(bytes + 2), third = load(bytes + 3);
    mask letters = ((mask)(lanes == all(0xc2)) & within(next, 0xa0, 0x20) & ~(mask)(next == all(0xad)))
        | ((mask)(lanes == all(0xd7)) & within(next, 0x90, 0x1b))
        | ((mask)(lanes == all(0xd8))
           & (within(next, 0xa0, 0x20) | (mask)(next == all(0x8c)) | (mask)(next == all(0x9b)) | (mask)(next == all(0x9f))))
        | ((mask)(lanes == all(0xd9)) & (within(next, 0x80, 0x0b) | within(next, 0xa0, 0x10) | within(next, 0xb1, 0x0f)))
        | (mask)(lanes == all(0xda))
        | ((mask)(lanes == all(0xdb)) & within(next, 0x80, 0x16))
        | ((mask)(lanes == all(0xe0)) & within(next, 0xa4, 0x14))
        | ((mask)(lanes == all(0xe1)) & within(next, 0xb8, 0x04))
        | ((mask)(lanes == all(0xe2)) & (mask)(next == all(0x80)) & within(second, 0x90, 0x18))
        | ((mask)(lanes == all(0xe3)) & within(next, 0x80, 0x04))
        | ((mask)(lanes == all(0xea)) & within(next, 0xb0, 0x10))
        | ((mask)(lanes == all(0xed)) & within(next, 0x80, 0x1e))
        | ((mask)(lanes == all(0xef)) & within(next, 0xbc, 0x02))
        | ((mask)(lanes == all(0xf0)) & (mask)(next == all(0x9f))
           & ~((mask)(second == all(0x8f)) & (mask)(third == all(0xb4))));
    return others & ~letters;
}

/// Marks the bytes that end a run of words in valid UTF-8, as `length_of_letter` has it. Reads three bytes more.
static inline mask ends_of_words(const uint8_t *bytes, bool is_markup) {
    vector lanes = load(bytes), next = load(bytes + 1);
    mask spaces = (mask)(lanes == all(0x20)) & (mask)(next == all(0x20));
    mask stops = (mask)(lanes < all(0x20)) | (mask)(lanes == all(0x7f)) | spaces;
    if (is_markup) stops |= (mask)(lanes == all('<')) | (mask)(lanes == all('&'));
    return has_high(lanes) ? stops | others_than_letters(bytes, lanes) : stops;
}

static size_t valid_words(const uint8_t *bytes, size_t from, size_t count, bool is_markup) {
    if (from >= count || bytes[from] == 0x20) return from;
    size_t index = from, first = LANES;
    for (; first == LANES && index + LANES + 3 <= count; index += first) {
        first = first_marked(ends_of_words(bytes + index, is_markup));
    }
    while (first == LANES) {
        // NUL ends a run.
        uint8_t rest[LANES + 3] = {0};
        memcpy(rest, bytes + index, count - index < sizeof rest ? count - index : sizeof rest);
        first = first_marked(ends_of_words(rest, is_markup));
        index += first;
    }
    return index > from && bytes[index - 1] == 0x20 ? index - 1 : index;
}

/// Marks the bytes of a vector that do not continue valid UTF-8 (Unicode Standard, table 3-7).
static inline mask wrong(vector former, vector lanes) {
    vector first = (vector)moved_by_one((mask)former, (mask)lanes);
    vector second = (vector)moved_by_two((mask)former, (mask)lanes);
    vector third = (vector)moved_by_three((mask)former, (mask)lanes);
    mask continuation = within(lanes, 0x80, 0x40);
    mask must_continue = within(first, 0xc2, 0x33) | within(second, 0xe0, 0x15) | within(third, 0xf0, 0x05);
    mask never = (mask)(lanes == all(0xc0)) | (mask)(lanes == all(0xc1)) | within(lanes, 0xf5, 0x0b);
    mask out_of_range = ((mask)(first == all(0xe0)) & within(lanes, 0x80, 0x20))
        | ((mask)(first == all(0xed)) & within(lanes, 0xa0, 0x20))
        | ((mask)(first == all(0xf0)) & within(lanes, 0x80, 0x10))
        | ((mask)(first == all(0xf4)) & within(lanes, 0x90, 0x30));
    return (continuation ^ must_continue) | never | out_of_range;
}

static enum scan_text kind(const uint8_t *bytes, size_t count) {
    vector former = {};
    bool is_ascii = true, was_ascii = true;
    for (size_t index = 0;; index += LANES) {
        size_t rest = index < count ? count - index : 0;
        // NUL continues nothing, so the last character must be whole.
        vector lanes = rest >= LANES ? load(bytes + index) : load_rest(bytes + index, rest, 0);
        bool is_plain = !has_high(lanes);
        if (!(is_plain && was_ascii) && high_bits((vector)wrong(former, lanes))) return scan_invalid;
        is_ascii &= is_plain;
        if (rest < LANES) return is_ascii ? scan_ascii : scan_utf8;
        former = lanes;
        was_ascii = is_plain;
    }
}

static bool is_ascii(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    for (; index + LANES <= count; index += LANES) {
        if (has_high(load(bytes + index))) return false;
    }
    return index >= count || !has_high(load_rest(bytes + index, count - index, 0));
}

static inline mask control(vector lanes) {
    mask white = (mask)(lanes == all('\n')) | (mask)(lanes == all('\t'));
    return ((mask)(lanes < all(0x20)) & ~white) | (mask)(lanes == all(0x7f));
}

/// Marks the last bytes of U+FFFE and U+FFFF in valid UTF-8.
static inline mask noncharacters(vector former, vector lanes) {
    vector first = (vector)moved_by_one((mask)former, (mask)lanes);
    vector second = (vector)moved_by_two((mask)former, (mask)lanes);
    return (mask)(second == all(0xef)) & (mask)(first == all(0xbf)) & within(lanes, 0xbe, 2);
}

/// Returns the beginning of the character that reaches beyond `end`, or `end` if none does.
static inline size_t end_of_whole_characters(const uint8_t *bytes, size_t from, size_t end) {
    for (size_t back = 1; back <= 3 && back <= end - from; back++) {
        uint8_t byte = bytes[end - back];
        if (byte < 0x80) return end;
        if (byte >= 0xc0) return end - back;
    }
    return end;
}

static size_t clean(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    vector former = {};
    bool was_ascii = true;
    for (; index + LANES <= count; index += LANES) {
        vector lanes = load(bytes + index);
        bool is_plain = !has_high(lanes);
        mask stops = control(lanes);
        if (!(is_plain && was_ascii)) stops |= wrong(former, lanes) | noncharacters(former, lanes);
        if (high_bits((vector)stops)) break;
        former = lanes;
        was_ascii = is_plain;
    }
    // The last bytes, or those with a stop, one character at a time.
    index = end_of_whole_characters(bytes, from, index);
    while (index < count) {
        uint8_t byte = bytes[index];
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) return index;
        size_t length = length_of_character(bytes, index, count);
        if (length == 0) return index;
        if (byte == 0xef && bytes[index + 1] == 0xbf && bytes[index + 2] >= 0xbe) return index;
        index += length;
    }
    return index;
}

static size_t visible(const uint8_t *bytes, size_t from, size_t count) {
    for (size_t index = from; index < count; index += LANES) {
        uint8_t rest[LANES + 3] = {0};
        const uint8_t *start = bytes + index;
        if (index + sizeof rest > count) start = memcpy(rest, start, count - index);
        size_t first = first_marked(others_than_letters(start, load(start)));
        if (first < LANES) return index + first;
    }
    return count;
}

static size_t text_of_markup(const uint8_t *bytes, size_t from, size_t count) {
    size_t index = from;
    for (; index + LANES <= count; index += LANES) {
        vector lanes = load(bytes + index);
        size_t first = first_marked((mask)(lanes == all('<')) | (mask)(lanes == all('&')));
        if (first < LANES) return index + first;
    }
    while (index < count && bytes[index] != '<' && bytes[index] != '&') index++;
    return index;
}

extern const struct scans SCANS;

const struct scans SCANS = {
    .json = json,
    .escape = escape,
    .words = words,
    .valid_words = valid_words,
    .kind = kind,
    .is_ascii = is_ascii,
    .clean = clean,
    .visible = visible,
    .text_of_markup = text_of_markup,
};
