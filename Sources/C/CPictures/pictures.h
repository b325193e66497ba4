#pragma once
#include "CPictures.h"

/// Reduces a picture row by row: each pixel of the result is the mean of the pixels in its place, weighted by opacity. Holds
/// one row of sums, however large the picture is.
typedef struct {
    uint32_t source_width, source_height, width, height;
    /// The index of the next row of the source.
    uint32_t row;
    uint64_t *sums;
    uint8_t *pixels;
} fiber_reducer;

/// Computes the size to which a picture of `width` × `height` pixels is reduced to fit.
void fiber_fit(uint32_t width, uint32_t height, const fiber_picture_limits *limits, uint32_t *fit_width, uint32_t *fit_height);

/// Returns true if the picture declares a size above `limits`.
bool fiber_is_too_large(uint64_t width, uint64_t height, const fiber_picture_limits *limits);

/// Begins to reduce a picture to `width` × `height`. Returns false if there is no memory.
bool fiber_reducer_begin(
    fiber_reducer *reducer, uint32_t source_width, uint32_t source_height, uint32_t width, uint32_t height);
/// Takes the next row, RGBA.
void fiber_reducer_add(fiber_reducer *reducer, const uint8_t *row);
/// Moves the result to `picture` and frees the rest.
void fiber_reducer_end(fiber_reducer *reducer, fiber_picture *picture);
/// Frees everything.
void fiber_reducer_drop(fiber_reducer *reducer);

/// Returns the orientation, from 1 (upright) to 8, in the EXIF block of a JPEG: the bytes after "Exif" and two zeros.
int fiber_exif_orientation(const uint8_t *bytes, size_t count);
/// Rotates and mirrors a picture by its EXIF orientation. Returns false if there is no memory.
bool fiber_orient(fiber_picture *picture, int orientation);

/// Returns `count` pixels over `paper`, all opaque, to be freed with free, or NULL if there is no memory.
uint8_t *fiber_picture_flattened(const uint8_t *pixels, size_t count, uint32_t paper);

fiber_picture_outcome fiber_decode_jpeg(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_png(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_gif(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
fiber_picture_outcome fiber_decode_webp(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture);
