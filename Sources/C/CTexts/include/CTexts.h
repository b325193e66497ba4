#pragma once
#include <stddef.h>
#include <stdint.h>

/// A file that is part of the program. Compilers read such files many times faster than a literal of their bytes.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
} EmbeddedText;

EmbeddedText embedded_en_po(void);
EmbeddedText embedded_es_po(void);
EmbeddedText embedded_es_help_po(void);
EmbeddedText embedded_kerb_notes_toml(void);
EmbeddedText embedded_log_toml(void);
EmbeddedText embedded_long_letter_toml(void);
EmbeddedText embedded_noche_en_boxes_toml(void);
EmbeddedText embedded_pit_lane_almanac_toml(void);
EmbeddedText embedded_posts_toml(void);
EmbeddedText embedded_race_toml(void);
EmbeddedText embedded_slow_corner_toml(void);
EmbeddedText embedded_submissions_toml(void);
EmbeddedText embedded_type_notes_toml(void);
EmbeddedText embedded_wire_toml(void);
