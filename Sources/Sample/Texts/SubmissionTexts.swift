import CTexts

/// The submissions to the sample's link sites, with the names of those who post them.
struct SubmissionTexts: BundledTexts {
    let posters: [String]
    let newest: [Submission]
    let shellfish: [Submission]

    static let bundled = SubmissionTexts(file: embedded_submissions_toml())
}

/// A link that somebody has posted on a link site, to be voted on. Such sites call it a story.
struct Submission: Decodable, Sendable {
    let title: String
    /// Host and path of the target, or `nil` if the submission is only text.
    let address: String?
    let text: String?
    /// The subject, or `nil` for the world.
    let subject: Subject?
    let tags: [String]?
    /// Another site with the submission.
    let alsoOn: String?
}
