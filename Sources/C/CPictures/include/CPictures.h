#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The decoders of JPEG, PNG, GIF and WebP, and chafa, which draws pixels in characters. In C because libjpeg ends a failed
// decoding by longjmp, which must not pass through Swift. Every function may be called from any thread.

/// The result of decoding.
typedef enum {
    fiber_picture_decoded,
    /// The format is unknown.
    fiber_picture_unknown,
    /// The picture is broken or truncated.
    fiber_picture_broken,
    /// Its declared size, or the memory for decoding it, exceeds the limits.
    fiber_picture_too_large,
    /// The system is out of memory.
    fiber_picture_no_memory
} fiber_picture_outcome;

/// The limits of a picture, checked against its declared size before anything is allocated.
typedef struct {
    /// The maximum number of pixels: width times height.
    uint64_t pixels;
    /// The maximum memory of a decoder in bytes, in addition to the result.
    uint64_t memory;
    /// The size in pixels to which the result is reduced; it is never enlarged.
    uint32_t fit_width, fit_height;
} fiber_picture_limits;

/// A decoded picture.
typedef struct {
    /// The size in pixels, reduced to fit.
    uint32_t width, height;
    /// The size in pixels before it was reduced.
    uint32_t source_width, source_height;
    /// Red, green, blue and opacity of every pixel, rows from the top. Freed with fiber_picture_free.
    uint8_t *pixels;
} fiber_picture;

/// Decodes the first frame of the picture in `count` bytes, reduced to fit.
fiber_picture_outcome fiber_picture_decode(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);

/// Frees the pixels of a picture that was decoded.
void fiber_picture_free(fiber_picture *picture);

/// Returns a PNG file of `*count` bytes with `width` × `height` pixels (as in fiber_picture), to be freed with
/// fiber_picture_png_free, or NULL if there are no pixels or no memory.
uint8_t *fiber_picture_png(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *count);

/// Frees a PNG file.
void fiber_picture_png_free(uint8_t *file);

/// The colours of a terminal.
typedef enum {
    /// None: only the shapes of characters.
    fiber_picture_colorless,
    /// The sixteen that users choose.
    fiber_picture_sixteen,
    /// xterm's 256; the first sixteen are left out, since users change them.
    fiber_picture_palette,
    /// 24-bit colours.
    fiber_picture_truecolor
} fiber_picture_colors;

/// A character of a picture.
typedef struct {
    /// The character, one column wide.
    uint32_t glyph;
    /// The colours of the character and of its background: 0xRRGGBB in truecolor, otherwise an index of the palette. -1 for
    /// the colour beneath, or if there are no colours.
    int32_t foreground, background;
} fiber_picture_cell;

/// Returns the control sequence of `*count` bytes that draws `width` × `height` pixels (as in fiber_picture) over `paper`
/// (`0xRRGGBB`) by sixels on `columns` × `rows` cells of `cell_width` × `cell_height` pixels, to be freed with
/// fiber_picture_sixels_free, or NULL if there is no memory for it.
char *fiber_picture_sixels(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns, uint32_t rows, uint32_t cell_width,
    uint32_t cell_height, uint32_t paper, size_t *count);

/// Frees the memory of a sequence.
void fiber_picture_sixels_free(char *sequence);

/// Draws `width` × `height` pixels (as in fiber_picture) in `columns` × `rows` characters over `paper` (0xRRGGBB), and writes
/// them to `cells`, row by row. Returns false if there are no pixels or characters, or no memory.
bool fiber_picture_draw(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns, uint32_t rows,
    fiber_picture_colors colors, bool ascii, uint32_t paper, fiber_picture_cell *cells);
