#pragma once
#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <libxml/xmlversion.h>
// libxml2's headers bring ICU's along where it was built with it. Foundation has an ICU of its own, and its names mean
// something else. Nothing that is used here looks different without.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/HTMLparser.h>
#include <libxml/uri.h>
#include <libxml/xmlerror.h>

/// The result of one step of a conversion.
typedef enum { fiber_converted, fiber_output_full, fiber_input_unfinished, fiber_input_broken } fiber_conversion;

/// Converts as much as fits, moving both spans forward. Here because `errno`, which tells the outcomes apart, is a macro.
static inline fiber_conversion fiber_convert(
    iconv_t converter, const char **input, size_t *input_left, char **output, size_t *output_left) {
    if (iconv(converter, (char **)input, input_left, output, output_left) != (size_t)-1) return fiber_converted;
    switch (errno) {
    case E2BIG: return fiber_output_full;
    case EINVAL: return fiber_input_unfinished;
    default: return fiber_input_broken;
    }
}

/// Opens a conversion; NULL where nobody knows the encoding.
static inline iconv_t fiber_open_converter(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    return converter == (iconv_t)-1 ? NULL : converter;
}
