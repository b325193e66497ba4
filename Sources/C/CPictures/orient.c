#include "pictures.h"
#include <stdlib.h>
#include <string.h>

// CIPA DC-008 (EXIF 2.3), section 4.6.4: the tag 0x0112 of the first directory of a TIFF file without a picture.

typedef struct {
    const uint8_t *bytes;
    size_t count;
    bool is_little;
} tiff;

/// Returns the number of `length` bytes at `offset`, or 0 beyond the end.
static uint32_t number(const tiff *file, size_t offset, int length) {
    if (offset > file->count || file->count - offset < (size_t)length) return 0;
    uint32_t value = 0;
    for (int index = 0; index < length; index++) {
        value = value << 8 | file->bytes[offset + (file->is_little ? length - 1 - index : index)];
    }
    return value;
}

int fiber_exif_orientation(const uint8_t *bytes, size_t count) {
    if (count < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0)) return 1;
    tiff file = {bytes, count, bytes[0] == 'I'};
    size_t directory = number(&file, 4, 4);
    uint32_t entries = number(&file, directory, 2);
    for (uint32_t entry = 0; entry < entries && entry < 512; entry++) {
        size_t place = directory + 2 + (size_t)entry * 12;
        if (number(&file, place, 2) != 0x0112) continue;
        uint32_t value = number(&file, place + 8, 2);
        return value >= 1 && value <= 8 ? (int)value : 1;
    }
    return 1;
}

bool fiber_orient(fiber_picture *picture, int orientation) {
    if (orientation <= 1 || orientation > 8) return true;
    uint32_t width = picture->width, height = picture->height;
    bool swaps = orientation >= 5;
    uint32_t new_width = swaps ? height : width, new_height = swaps ? width : height;
    uint8_t *pixels = malloc((size_t)width * height * 4);
    if (pixels == NULL) return false;
    // Four of the eight orientations exchange width and height, four mirror left and right, four mirror top and bottom.
    bool flips_across = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool flips_down = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (uint32_t y = 0; y < new_height; y++) {
        for (uint32_t x = 0; x < new_width; x++) {
            uint32_t from_x = swaps ? y : x, from_y = swaps ? x : y;
            if (flips_across) from_x = width - 1 - from_x;
            if (flips_down) from_y = height - 1 - from_y;
            memcpy(pixels + ((size_t)y * new_width + x) * 4, picture->pixels + ((size_t)from_y * width + from_x) * 4, 4);
        }
    }
    free(picture->pixels);
    picture->pixels = pixels;
    picture->width = new_width;
    picture->height = new_height;
    if (swaps) {
        uint32_t source_width = picture->source_width;
        picture->source_width = picture->source_height;
        picture->source_height = source_width;
    }
    return true;
}
