import EngineConcepts
import FeedParsing

/// The settings of an account that concern moderation and saved feeds (`app.bsky.actor.getPreferences`).
struct BlueskyPreferences: LenientObject, Hashable, Sendable {
    /// The choice of an account for what has a label.
    struct LabelSetting: Hashable, Sendable {
        /// The moderation service that it is about, or `nil` for all.
        let labeler: String?
        let label: String
        let visibility: BlueskyModeration.Visibility
    }

    /// A word that the account does not want to read.
    struct MutedWord: Hashable, Sendable {
        let word: String
        let inText: Bool
        let inTags: Bool
        /// True if posts of people whom the account follows are still shown.
        let sparesFollowed: Bool
        let expires: Timestamp?
    }

    var showsAdultContent = false
    var labels: [LabelSetting] = []
    var labelers: [String] = []
    var mutedWords: [MutedWord] = []
    var hiddenPosts: Set<String> = []
    /// The addresses of saved custom feeds.
    var savedFeeds: [String] = []

    init() {}

    init(_ members: JSONMembers) {
        for setting in members.objects("preferences") { add(setting) }
    }

    private mutating func add(_ setting: JSONMembers) {
        switch setting.type {
        case "app.bsky.actor.defs#adultContentPref": showsAdultContent = setting.flag("enabled")
        case "app.bsky.actor.defs#contentLabelPref":
            let visibility = setting.line("visibility").flatMap(BlueskyModeration.Visibility.init)
            guard let label = setting.line("label"), let visibility else { return }
            labels.append(LabelSetting(labeler: setting.line("labelerDid"), label: label, visibility: visibility))
        case "app.bsky.actor.defs#labelersPref":
            labelers += setting.objects("labelers").compactMap { $0.line("did") }
        case "app.bsky.actor.defs#mutedWordsPref":
            mutedWords += setting.objects("items").compactMap { MutedWord($0) }
        case "app.bsky.actor.defs#hiddenPostsPref": hiddenPosts.formUnion(setting.texts("items"))
        case "app.bsky.actor.defs#savedFeedsPrefV2":
            savedFeeds += setting.objects("items").filter { $0.line("type") == "feed" }.compactMap { $0.line("value") }
        default: break
        }
    }
}

extension BlueskyPreferences.MutedWord {
    fileprivate init?(_ members: JSONMembers) {
        guard let word = members.line("value") else { return nil }
        let targets = members.texts("targets")
        self.init(
            word: word, inText: targets.contains("content"), inTags: targets.contains("tag"),
            sparesFollowed: members.line("actorTarget") == "exclude-following", expires: members.date("expiresAt"))
    }
}
