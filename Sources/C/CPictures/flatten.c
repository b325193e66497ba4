#include "pictures.h"
#include <stdlib.h>

uint8_t *fiber_picture_flattened(const uint8_t *pixels, size_t count, uint32_t paper) {
    uint8_t *result = malloc(count * 4);
    if (result == NULL) return NULL;
    for (size_t index = 0; index < count * 4; index += 4) {
        uint32_t opacity = pixels[index + 3];
        for (int part = 0; part < 3; part++) {
            uint32_t below = paper >> (16 - 8 * part) & 0xff;
            result[index + part] = (uint8_t)((pixels[index + part] * opacity + below * (255 - opacity) + 127) / 255);
        }
        result[index + 3] = 255;
    }
    return result;
}
