import CTexts

/// The stories of the sample's link sites, with the names of those who post them.
struct StoryTexts: BundledTexts {
    let posters: [String]
    let newest: [Story]
    let shellfish: [Story]

    static let bundled = StoryTexts(file: embedded_stories_toml())
}

/// A link to be voted on.
struct Story: Decodable, Sendable {
    let title: String
    /// Host and path of the target, or `nil` if the story is only text.
    let address: String?
    let text: String?
    /// The subject, or `nil` for the world.
    let subject: Subject?
    let tags: [String]?
    /// Another site with the story.
    let alsoOn: String?
}
