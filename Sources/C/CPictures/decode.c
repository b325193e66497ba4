#include "pictures.h"
#include <stdlib.h>
#include <string.h>

static bool begins(const uint8_t *bytes, size_t count, const char *mark, size_t length) {
    return count >= length && memcmp(bytes, mark, length) == 0;
}

// The first bytes tell the format. The media type that a server declares may be wrong.
fiber_picture_outcome fiber_picture_decode(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    memset(picture, 0, sizeof *picture);
    if (begins(bytes, count, "\xff\xd8\xff", 3)) return fiber_decode_jpeg(bytes, count, limits, picture);
    if (begins(bytes, count, "\x89PNG\r\n\x1a\n", 8)) return fiber_decode_png(bytes, count, limits, picture);
    if (begins(bytes, count, "GIF87a", 6) || begins(bytes, count, "GIF89a", 6)) {
        return fiber_decode_gif(bytes, count, limits, picture);
    }
    if (count >= 12 && begins(bytes, count, "RIFF", 4) && memcmp(bytes + 8, "WEBP", 4) == 0) {
        return fiber_decode_webp(bytes, count, limits, picture);
    }
    return fiber_picture_unknown;
}

void fiber_picture_free(fiber_picture *picture) {
    free(picture->pixels);
    picture->pixels = NULL;
}

bool fiber_is_too_large(uint64_t width, uint64_t height, const fiber_picture_limits *limits) {
    // Neither side has more than 32 bits: the product has no more than 64.
    return width * height > limits->pixels;
}

void fiber_fit(
    uint32_t width, uint32_t height, const fiber_picture_limits *limits, uint32_t *fit_width, uint32_t *fit_height) {
    double across = (double)limits->fit_width / width, down = (double)limits->fit_height / height;
    double scale = across < down ? across : down;
    if (scale > 1) scale = 1;
    uint32_t scaled_width = (uint32_t)(width * scale + 0.5), scaled_height = (uint32_t)(height * scale + 0.5);
    *fit_width = scaled_width < 1 ? 1 : scaled_width;
    *fit_height = scaled_height < 1 ? 1 : scaled_height;
}
