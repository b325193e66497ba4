#pragma once
#include "CPictures.h"

/// Shrinks a picture row by row: every pixel of the result is the mean of those that fall on it, weighted by their opacity.
/// Holds one row of sums, however large the picture is.
typedef struct {
    uint32_t source_width, source_height, width, height;
    /// The row that comes next.
    uint32_t row;
    uint64_t *sums;
    uint8_t *pixels;
} fiber_reducer;

/// The size of a picture of `width` × `height` pixels that was reduced to fit.
void fiber_fit(uint32_t width, uint32_t height, const fiber_picture_limits *limits, uint32_t *fit_width, uint32_t *fit_height);

/// Returns true if the picture declares a size above `limits`.
bool fiber_is_too_large(uint64_t width, uint64_t height, const fiber_picture_limits *limits);

/// Begins to shrink a picture to `width` × `height`; false where there is no memory.
bool fiber_reducer_begin(
    fiber_reducer *reducer, uint32_t source_width, uint32_t source_height, uint32_t width, uint32_t height);
/// Takes the next row, RGBA.
void fiber_reducer_add(fiber_reducer *reducer, const uint8_t *row);
/// Hands over the result and frees the rest.
void fiber_reducer_end(fiber_reducer *reducer, fiber_picture *picture);
/// Frees everything.
void fiber_reducer_drop(fiber_reducer *reducer);

/// How a camera was held, from the EXIF block of a JPEG (the bytes after "Exif" and two zeros): 1 for upright, up to 8.
int fiber_exif_orientation(const uint8_t *bytes, size_t count);
/// Turns and mirrors a picture so that it stands as its camera was held; false where there is no memory.
bool fiber_orient(fiber_picture *picture, int orientation);

/// The pixels over `paper`, all opaque, freed with free; NULL where there is no memory.
uint8_t *fiber_picture_flattened(const uint8_t *pixels, size_t count, uint32_t paper);

fiber_picture_outcome fiber_decode_jpeg(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_png(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_gif(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_webp(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
