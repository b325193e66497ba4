import CTexts
import EngineConcepts

/// The posts of the sample's social networks, with their authors.
struct PostTexts: BundledTexts {
    /// The posts on the Mastodon-like server.
    let fedi: [AuthorPosts]
    /// The posts on the Bluesky-like service: the Spanish-speaking half of the sample, and some others.
    let cielo: [AuthorPosts]
    /// The authors who boost other posts.
    let boosters: [String]
    /// Answers that suit any post, by language.
    let replies: [String: [String]]
    /// Additions to corrected posts, by language.
    let corrections: [String: [String]]
    private let authors: [String: Profile]

    private struct Profile: Decodable {
        let name: String
        let server: String
        let isVerified: Bool?
    }

    static let bundled = PostTexts(file: embedded_posts_toml())

    /// The identities of all authors, sorted.
    var authorIDs: [String] { authors.keys.sorted() }

    func author(_ id: String) -> Author {
        guard let profile = authors[id] else { preconditionFailure("No author has the ID \(id).") }
        return Author(
            id: id, name: profile.name, handle: "@\(id)@\(profile.server)",
            avatar: "https://\(profile.server)/avatars/\(id).png", isVerified: profile.isVerified ?? false)
    }
}

/// All posts of one author on one subject.
struct AuthorPosts: Decodable, Sendable {
    let author: String
    let subject: Subject
    /// The language as a BCP 47 tag, or `nil` for English.
    let language: String?
    let posts: [PostText]
}

/// The text of a short post. In the file it is a string if there is nothing but the text.
struct PostText: Decodable, Sendable {
    /// The text; may have placeholders.
    let text: String
    let warning: String?
    /// The alternative texts of its pictures.
    let pictures: [String]
    let quote: Quote?

    struct Quote: Decodable, Sendable {
        let author: String
        let text: String
    }

    private enum CodingKeys: CodingKey {
        case text, warning, pictures, quote
    }

    init(from decoder: any Decoder) throws {
        guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else {
            text = try decoder.singleValueContainer().decode(String.self)
            (warning, pictures, quote) = (nil, [], nil)
            return
        }
        text = try fields.decode(String.self, forKey: .text)
        warning = try fields.decodeIfPresent(String.self, forKey: .warning)
        pictures = try fields.decodeIfPresent([String].self, forKey: .pictures) ?? []
        quote = try fields.decodeIfPresent(Quote.self, forKey: .quote)
    }
}
