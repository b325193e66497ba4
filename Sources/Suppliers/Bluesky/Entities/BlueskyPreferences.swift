import EngineConcepts
import FeedParsing

/// The settings of an account that concern moderation and saved feeds (`app.bsky.actor.getPreferences`).
struct BlueskyPreferences: Decodable, Hashable, Sendable {
    /// The visibility of a label.
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
        /// True if posts of people whom the account follows are shown all the same.
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

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        for setting in members.list("preferences", of: Setting.self) { setting.apply(&self) }
    }

    private struct Setting: Decodable {
        let apply: (inout BlueskyPreferences) -> Void

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            switch members.type {
            case "app.bsky.actor.defs#adultContentPref":
                let isEnabled = members.flag("enabled") ?? false
                apply = { $0.showsAdultContent = isEnabled }
            case "app.bsky.actor.defs#contentLabelPref":
                let visibility = members.line("visibility").flatMap(BlueskyModeration.Visibility.init)
                guard let label = members.line("label"), let visibility else { throw members.missing("label") }
                let setting = LabelSetting(labeler: members.line("labelerDid"), label: label, visibility: visibility)
                apply = { $0.labels.append(setting) }
            case "app.bsky.actor.defs#labelersPref":
                let labelers = members.list("labelers", of: Labeler.self).map(\.did)
                apply = { $0.labelers += labelers }
            case "app.bsky.actor.defs#mutedWordsPref":
                let words = members.list("items", of: Word.self).map(\.word)
                apply = { $0.mutedWords += words }
            case "app.bsky.actor.defs#hiddenPostsPref":
                let posts = members.texts("items")
                apply = { $0.hiddenPosts.formUnion(posts) }
            case "app.bsky.actor.defs#savedFeedsPrefV2":
                let feeds = members.list("items", of: SavedFeed.self).filter { $0.type == "feed" }.map(\.value)
                apply = { $0.savedFeeds += feeds }
            default: apply = { _ in }
            }
        }
    }

    private struct Labeler: Decodable {
        let did: String

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            did = try members.requiredLine("did")
        }
    }

    private struct Word: Decodable {
        let word: MutedWord

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            guard let value = members.line("value") else { throw members.missing("value") }
            let targets = members.texts("targets")
            word = MutedWord(
                word: value, inText: targets.contains("content"), inTags: targets.contains("tag"),
                sparesFollowed: members.line("actorTarget") == "exclude-following", expires: members.date("expiresAt"))
        }
    }

    private struct SavedFeed: Decodable {
        let type: String
        let value: String

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            value = try members.requiredLine("value")
            type = members.line("type") ?? ""
        }
    }
}
