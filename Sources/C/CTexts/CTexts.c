#include "CTexts.h"

#define EMBEDDED(name) \
    EmbeddedText embedded_##name(void) { return (EmbeddedText){name, sizeof name}; }

static const uint8_t en_po[] = {
#embed "../../Localization/en.po"
};
EMBEDDED(en_po)

static const uint8_t es_po[] = {
#embed "../../Localization/es.po"
};
EMBEDDED(es_po)

static const uint8_t es_help_po[] = {
#embed "../../Localization/es.help.po"
};
EMBEDDED(es_help_po)

static const uint8_t kerb_notes_toml[] = {
#embed "../../Sample/Texts/kerb-notes.toml"
};
EMBEDDED(kerb_notes_toml)

static const uint8_t log_toml[] = {
#embed "../../Sample/Texts/log.toml"
};
EMBEDDED(log_toml)

static const uint8_t long_letter_toml[] = {
#embed "../../Sample/Texts/long-letter.toml"
};
EMBEDDED(long_letter_toml)

static const uint8_t noche_en_boxes_toml[] = {
#embed "../../Sample/Texts/noche-en-boxes.toml"
};
EMBEDDED(noche_en_boxes_toml)

static const uint8_t pit_lane_almanac_toml[] = {
#embed "../../Sample/Texts/pit-lane-almanac.toml"
};
EMBEDDED(pit_lane_almanac_toml)

static const uint8_t posts_toml[] = {
#embed "../../Sample/Texts/posts.toml"
};
EMBEDDED(posts_toml)

static const uint8_t race_toml[] = {
#embed "../../Sample/Texts/race.toml"
};
EMBEDDED(race_toml)

static const uint8_t slow_corner_toml[] = {
#embed "../../Sample/Texts/slow-corner.toml"
};
EMBEDDED(slow_corner_toml)

static const uint8_t submissions_toml[] = {
#embed "../../Sample/Texts/submissions.toml"
};
EMBEDDED(submissions_toml)

static const uint8_t type_notes_toml[] = {
#embed "../../Sample/Texts/type-notes.toml"
};
EMBEDDED(type_notes_toml)

static const uint8_t wire_toml[] = {
#embed "../../Sample/Texts/wire.toml"
};
EMBEDDED(wire_toml)
