// ICU's data for a program that needs none of it.
//
// Foundation brings ICU along, and ICU's data (locales, calendars, collations, converters: 34 MB) is one object under
// this name. Fiber formats its own dates and numbers, compares texts by their bytes and converts encodings with iconv, so
// it defines the object itself, empty: a linker that has found the name does not look into the archive for the data.
// It is laid out as ICU's own stub is (icu4c, source/stubdata/stubdata.cpp): a common-data header and a table of
// contents without entries. Where Foundation's ICU has another version, the name is another one, and this does nothing.

#include <stdint.h>

struct data_header {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size;
    uint16_t reserved_word;
    uint8_t is_big_endian;
    uint8_t charset_family;
    uint8_t size_of_char;
    uint8_t reserved_byte;
    uint8_t data_format[4];
    uint8_t format_version[4];
    uint8_t data_version[4];
    uint8_t padding[8];
    uint32_t count;
    uint32_t reserved;
    uint32_t names_and_data[4];
};

_Alignas(16) const struct data_header icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_char = 2,
    .data_format = {'T', 'o', 'C', 'P'},
    .format_version = {1, 0, 0, 0},
};
