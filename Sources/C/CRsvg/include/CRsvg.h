#pragma once
#include <stddef.h>

/// The outcome of drawing.
enum rsvg_outcome {
    RSVG_DRAWN,
    /// librsvg 2.46 or newer or cairo is not installed.
    RSVG_NO_LIBRARY,
    /// The drawing is not SVG, or too large.
    RSVG_NOT_DRAWN,
};

/// Draws SVG as PNG with librsvg, which is loaded at the first call.
///
/// - svg, length: The drawing.
/// - width, height: The size in pixels; the drawing is scaled to it.
/// - png, png_length: On RSVG_DRAWN the bytes, to be freed with `free`.
enum rsvg_outcome rsvg_draw_png(
    const char *svg, size_t length, int width, int height, unsigned char **png, size_t *png_length);
