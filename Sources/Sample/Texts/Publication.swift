import CTexts
import EngineConcepts

/// The articles of one publication, in the order in which they appear.
struct Publication: BundledTexts {
    /// The language as a BCP 47 tag, or `nil` for English.
    var language: String?
    var tags: [String]?
    let articles: [Article]

    static let wire = Publication(file: embedded_wire_toml())
    static let kerbNotes = Publication(file: embedded_kerb_notes_toml())
    static let nocheEnBoxes = Publication(file: embedded_noche_en_boxes_toml())
    static let typeNotes = Publication(file: embedded_type_notes_toml())
    static let longLetter = Publication(file: embedded_long_letter_toml())
    static let pitLaneAlmanac = Publication(file: embedded_pit_lane_almanac_toml())
    static let slowCorner = BlogTexts(file: embedded_slow_corner_toml()).publication
}

/// The text of one item of a bundled publication.
struct Article: Decodable, Sendable {
    let title: String
    var author: String?
    let subject: Subject
    var tags: [String]?
    var summary: String?
    var media: [Media]?
    /// The text as HTML, or `nil` if it is plain.
    var html: String?
    /// The plain text.
    var text: String?
}

/// A personal blog. Every post has its own title and opening; the rest is assembled from the same few paragraphs.
private struct BlogTexts: BundledTexts {
    struct Opening: Decodable {
        let title: String
        let text: String
    }

    let openings: [Opening]
    let reflections: [String]
    let closings: [String]

    var publication: Publication {
        let articles = openings.enumerated()
            .map { number, opening in
                let middle = reflections[(number * 7 + 3) % reflections.count]
                let end = number.isMultiple(of: 3) ? "" : "\n" + closings[(number * 5 + 1) % closings.count]
                return Article(title: opening.title, subject: .world, text: "\(opening.text)\n\(middle)\(end)")
            }
        return Publication(tags: ["notebook"], articles: articles)
    }
}
