/// The rules of a server for an account's posts.
public struct PostRules: Hashable, Sendable {
    /// The way in which a server counts the length of a text.
    public enum Counting: Hashable, Sendable {
        /// Counts characters as people see them. A link counts as `link` characters, and a mention without its host.
        case characters(link: Int)
        /// Counts characters as people see them, in links and mentions too.
        case graphemes
        /// Counts Unicode scalars.
        case scalars
    }

    public var counting: Counting
    /// The maximum length, or `nil` if it is not known.
    public var maximumLength: Int?
    /// The maximum number of attached media, or `nil` if it is not known.
    public var maximumMedia: Int?
    /// The audiences that a post can have, or `nil` for all.
    public var audiences: Set<PostDraft.Visibility>?
    /// The only content warnings that a post can have, or `nil` for any text.
    public var warnings: [String]?
    /// True if a post can have a poll.
    public var takesPolls: Bool
    /// True if the server can publish a post later.
    public var takesSchedule: Bool
    /// The endings of the files that can be attached, in lower case, or `nil` if they are not known.
    public var mediaEndings: Set<String>?
    /// The maximum length of an alternative text in characters, or `nil` if it is not known.
    public var maximumAlternativeTextLength: Int?

    /// Creates rules; without arguments, those of a server that publishes none.
    public init(
        counting: Counting = .characters(link: 23), maximumLength: Int? = nil, maximumMedia: Int? = nil,
        audiences: Set<PostDraft.Visibility>? = nil, warnings: [String]? = nil, takesPolls: Bool = true,
        takesSchedule: Bool = false, mediaEndings: Set<String>? = nil, maximumAlternativeTextLength: Int? = nil
    ) {
        self.counting = counting
        self.maximumLength = maximumLength
        self.maximumMedia = maximumMedia
        self.audiences = audiences
        self.warnings = warnings
        self.takesPolls = takesPolls
        self.takesSchedule = takesSchedule
        self.mediaEndings = mediaEndings
        self.maximumAlternativeTextLength = maximumAlternativeTextLength
    }

    /// Returns the length of a post as the server counts it: that of the text and of the content warning.
    public func length(of draft: PostDraft) -> Int {
        length(of: draft.text) + length(of: draft.contentWarning ?? "")
    }

    func length(of text: String) -> Int {
        switch counting {
        case .characters: PostUnit.units(of: text).reduce(0) { $0 + length(of: $1) }
        case .graphemes: text.count
        case .scalars: text.unicodeScalars.count
        }
    }

    func length(of unit: PostUnit) -> Int {
        switch (counting, unit.kind) {
        case (.characters(let link), .link): link
        case (.characters, .mention(let name)): name
        case (.characters, _), (.graphemes, _): unit.text.count
        case (.scalars, _): unit.text.unicodeScalars.count
        }
    }
}

/// A property of a post that a server does not take.
public enum PostObstacle: Hashable, Sendable {
    /// The audience. Posts there are for everybody.
    case audience
    /// The content warning. The only ones there are these.
    case warning(known: [String])
    case poll
    /// The time. Posts there are published at once.
    case schedule
    /// More media than this number.
    case tooManyMedia(Int)
    /// A medium in a file of a kind that cannot be attached. Holds the path.
    case mediumKind(String)
    /// An alternative text that is longer than this number of characters.
    case alternativeTextTooLong(Int)
}

extension PostRules {
    /// Returns the parts of a post that the server does not accept, apart from its length.
    public func obstacles(to draft: PostDraft) -> [PostObstacle] {
        var obstacles: [PostObstacle] = []
        if let audiences, let audience = draft.visibility, !audiences.contains(audience) { obstacles.append(.audience) }
        if let warnings, let warning = draft.contentWarning, !warnings.contains(warning) {
            obstacles.append(.warning(known: warnings))
        }
        if !takesPolls, draft.poll != nil { obstacles.append(.poll) }
        if !takesSchedule, draft.scheduled != nil { obstacles.append(.schedule) }
        if let maximumMedia, draft.media.count > maximumMedia { obstacles.append(.tooManyMedia(maximumMedia)) }
        if let mediaEndings {
            for case .file(let path) in draft.media.map(\.content) {
                let name = path.split(separator: "/").last ?? ""
                let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
                if !mediaEndings.contains(ending) { obstacles.append(.mediumKind(path)) }
            }
        }
        if let maximumAlternativeTextLength,
            draft.media.contains(where: { $0.alternativeText?.count ?? 0 > maximumAlternativeTextLength })
        {
            obstacles.append(.alternativeTextTooLong(maximumAlternativeTextLength))
        }
        return obstacles
    }
}
