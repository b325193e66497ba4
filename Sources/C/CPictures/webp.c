#include "pictures.h"
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static fiber_picture_outcome outcome(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return fiber_picture_decoded;
    case VP8_STATUS_OUT_OF_MEMORY: return fiber_picture_no_memory;
    default: return fiber_picture_broken;
    }
}

/// Decodes a still picture. The decoder reduces it row by row.
static fiber_picture_outcome decode_still(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return fiber_picture_broken;
    VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
    if (status != VP8_STATUS_OK) return outcome(status);
    uint64_t wide = (uint64_t)config.input.width, high = (uint64_t)config.input.height;
    // Lossless decoding (2) holds all pixels; lossy decoding (1) holds a few rows, and at most a byte of opacity per pixel.
    uint64_t held = wide * high * (config.input.format == 1 ? 1 : 4);
    if (fiber_is_too_large(wide, high, limits) || held > limits->memory) return fiber_picture_too_large;
    picture->source_width = (uint32_t)wide;
    picture->source_height = (uint32_t)high;
    uint32_t width, height;
    fiber_fit((uint32_t)wide, (uint32_t)high, limits, &width, &height);
    size_t length = (size_t)width * height * 4;
    uint8_t *pixels = malloc(length);
    if (pixels == NULL) return fiber_picture_no_memory;
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)width;
    config.options.scaled_height = (int)height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = (int)(width * 4);
    config.output.u.RGBA.size = length;
    status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    if (status != VP8_STATUS_OK) {
        free(pixels);
        return outcome(status);
    }
    picture->width = width;
    picture->height = height;
    picture->pixels = pixels;
    return fiber_picture_decoded;
}

fiber_picture_outcome fiber_decode_webp(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    WebPBitstreamFeatures features;
    VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
    if (status != VP8_STATUS_OK) return outcome(status);
    if (!features.has_animation) return decode_still(bytes, count, limits, picture);
    WebPData data = {bytes, count};
    WebPDemuxer *frames = WebPDemux(&data);
    if (frames == NULL) return fiber_picture_broken;
    WebPIterator first;
    fiber_picture_outcome result = fiber_picture_broken;
    if (WebPDemuxGetFrame(frames, 1, &first)) {
        result = decode_still(first.fragment.bytes, first.fragment.size, limits, picture);
        WebPDemuxReleaseIterator(&first);
    }
    WebPDemuxDelete(frames);
    return result;
}
