import EngineConcepts
import Localization

/// A post as one account publishes it.
nonisolated struct PostPlan: Sendable {
    let account: PostingAccount
    /// The post with the names of the account's network, cut into a thread if it is too long.
    let post: PostDraft
    let gauge: ComposeState.Gauge
    /// The reasons why the account cannot publish it, apart from its length.
    let obstacles: [PostObstacle]
    /// True if the text is too long and cannot be cut.
    let isUncut: Bool
    /// The names that the network does not know, in the order of the text.
    let unknownNames: [String]
    /// The names that are written in another way there.
    let translations: [(from: String, to: String)]

    /// - Parameters:
    ///   - rules: The rules of the account's server, or `nil` if they are not known.
    ///   - names: The counterparts of the names in the text.
    init(
        _ draft: PostDraft, by account: PostingAccount, rules: PostRules?, names: [String: MentionCounterpart]
    ) {
        var post = draft
        var translated: [(from: String, to: String)] = []
        var unknown: [String] = []
        for name in draft.mentions {
            switch names[name] {
            case .other(let other): translated.append((name, other))
            case .unknown: unknown.append(name)
            case .same, nil: break
            }
        }
        post.replaceMentions { name in if case .other(let other) = names[name] { other } else { nil } }
        self.account = account
        self.translations = translated
        self.unknownNames = unknown
        gauge = ComposeState.Gauge(length: (rules ?? PostRules()).length(of: post), maximumLength: rules?.maximumLength)
        obstacles = rules?.obstacles(to: post) ?? []
        let thread = rules.map { $0.thread(of: post) } ?? post
        isUncut = thread == nil
        self.post = thread ?? post
    }

    /// Returns what the account does not publish, and what it publishes in another way, in words.
    func warnings(_ localizer: Localizer) -> [String] {
        obstacles.map { $0.text(in: localizer) }
            + unknownNames.map { localizer(.composeNameUnknown, .text($0)) }
            + translations.map { localizer(.composeNameTranslated, .text($0.from), .text($0.to)) }
    }
}

nonisolated extension PostObstacle {
    /// Returns the obstacle in words.
    func text(in localizer: Localizer) -> String {
        switch self {
        case .audience: localizer(.composePublicOnly)
        case .warning(let known): localizer(.composeWarningsOnly, .text(known.joined(separator: ", ")))
        case .schedule: localizer(.composeSchedulesUnsupported)
        case .poll: localizer(.composePollsUnsupported)
        case .tooManyMedia(let limit): localizer(.composeMediaFull, .number(limit))
        case .mediumKind(let path): localizer(.composeMediumKind, .text(path.lastPathComponent))
        case .alternativeTextTooLong(let limit): localizer(.composeDescriptionLong, .number(limit))
        }
    }
}
