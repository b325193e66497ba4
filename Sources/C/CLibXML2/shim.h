#pragma once
#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <libxml/xmlversion.h>
// The headers of a libxml2 that was built with ICU include ICU's, whose names clash with those of Foundation's own ICU.
// Nothing that Fiber uses depends on them.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/HTMLparser.h>
#include <libxml/uri.h>
#include <libxml/xmlerror.h>

/// The result of one step of a conversion.
typedef enum { fiber_converted, fiber_output_full, fiber_input_unfinished, fiber_input_broken } fiber_conversion;

/// Converts as much as fits, and moves both positions forward. In C because `errno`, which tells the outcomes apart, is a
/// macro.
static inline fiber_conversion fiber_convert(
    iconv_t converter, const char **input, size_t *input_left, char **output, size_t *output_left) {
    if (iconv(converter, (char **)input, input_left, output, output_left) != (size_t)-1) return fiber_converted;
    switch (errno) {
    case E2BIG: return fiber_output_full;
    case EINVAL: return fiber_input_unfinished;
    default: return fiber_input_broken;
    }
}

/// Opens a conversion, or returns NULL if an encoding is unknown.
static inline iconv_t fiber_open_converter(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    return converter == (iconv_t)-1 ? NULL : converter;
}
