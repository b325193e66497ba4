import EngineConcepts

/// The rules by which posts are hidden or shown with a warning: those of the account, of the moderation services that it
/// has chosen, and of Bluesky for everybody.
struct BlueskyModeration: Hashable, Sendable {
    /// The visibility of what has a label.
    enum Visibility: String, Hashable, Sendable {
        case ignore, show, warn, hide
    }

    /// The moderation service of Bluesky, whose labels apply to everybody.
    static let standardLabeler = "did:plc:ar7c4by46qjdydhdevvrndac"

    var preferences = BlueskyPreferences()
    var labelers: [BlueskyLabeler] = []
    /// The identifier of the account, whose own posts are never hidden, or `nil` to read without an account.
    var own: String?

    /// The decision on a post.
    enum Decision: Hashable, Sendable {
        case hide(rule: String)
        case show(Warnings)
    }

    /// The warnings with which a post is shown.
    struct Warnings: Hashable, Sendable {
        /// The names of labels behind which the whole post is hidden until the user opens it.
        var labels: [String] = []
        /// The names of labels that only inform.
        var notes: [String] = []
        /// True if media must not be shown unasked.
        var hidesMedia = false
    }

    /// The parts of a post on which the decision depends.
    struct Subject {
        var uri: String
        var author: BlueskyProfile
        var labels: [BlueskyLabel]
        var texts: [String]
        var tags: [String]
        var hasMedia: Bool
    }

    /// The services whose labels count.
    var sources: [String] {
        [Self.standardLabeler] + preferences.labelers.filter { $0 != Self.standardLabeler }
    }

    /// The services whose labels the server is asked for, or `nil` without an account: the server then chooses them.
    var requestedSources: [String]? { own == nil ? nil : sources }

    // MARK: Decisions

    /// Returns the decision on a post.
    ///
    /// - Parameter isChosen: True where the user has chosen the post or its author, so that muting does not apply.
    func decision(on subject: Subject, isChosen: Bool, now: Timestamp) -> Decision {
        if subject.author.did == own { return .show(Warnings()) }
        if !isChosen, let rule = mutingRule(for: subject, now: now) { return .hide(rule: rule) }
        var warnings = Warnings()
        for label in Self.current(subject.labels + subject.author.labels, now: now) {
            // Only the author and the chosen services count, and the author cannot hide for everybody.
            let isSelf = label.source == subject.author.did
            guard isSelf || sources.contains(label.source) else { continue }
            if label.value == "!no-unauthenticated" {
                if own == nil { return .hide(rule: "for signed-in people only") }
                continue
            }
            guard !isSelf || !label.value.hasPrefix("!") else { continue }
            let meaning = meaning(of: label)
            guard meaning.cover != .media || subject.hasMedia else { continue }
            switch meaning.visibility {
            case .hide: return .hide(rule: "label “\(meaning.name)”")
            case .warn where meaning.cover == .none: warnings.notes.append(meaning.name)
            case .warn:
                warnings.labels.append(meaning.name)
                if meaning.cover == .media { warnings.hidesMedia = true }
            case .ignore, .show: break
            }
        }
        warnings.labels = warnings.labels.uniqued()
        warnings.notes = warnings.notes.uniqued()
        return .show(warnings)
    }

    /// Returns the labels that apply: not expired, and not taken back by a later one.
    private static func current(_ labels: [BlueskyLabel], now: Timestamp) -> [BlueskyLabel] {
        labels.filter { label in
            !label.isNegation && label.expires.map { $0 > now } ?? true
                && !labels.contains { $0.isNegation && $0.value == label.value && $0.source == label.source }
        }
    }

    // MARK: Labels

    private typealias Meaning = (name: String, visibility: Visibility, cover: BlueskyLabelDefinition.Cover)

    /// The labels that mean the same everywhere (<https://docs.bsky.app/docs/advanced-guides/moderation>).
    private static let common: [String: (cover: BlueskyLabelDefinition.Cover, setting: Visibility, isForAdults: Bool)] =
        [
            "!hide": (.content, .hide, false), "!warn": (.content, .warn, false), "porn": (.media, .hide, true),
            "sexual": (.media, .warn, true), "nudity": (.media, .ignore, false), "graphic-media": (.media, .warn, true),
            "gore": (.media, .warn, true),
        ]

    private func meaning(of label: BlueskyLabel) -> Meaning {
        let chosen = chosenVisibility(of: label)
        if let common = Self.common[label.value] {
            let isFixed = label.value.hasPrefix("!")
            let hides = common.isForAdults && !preferences.showsAdultContent
            return (label.value, hides ? .hide : isFixed ? common.setting : chosen ?? common.setting, common.cover)
        }
        let definition = labelers.first { $0.did == label.source }?.definitions.first { $0.value == label.value }
        guard let definition else { return (label.value, chosen ?? .warn, chosen == nil ? .none : .content) }
        let hides = definition.isForAdults && !preferences.showsAdultContent
        return (definition.name, hides ? .hide : chosen ?? definition.setting, definition.cover)
    }

    private func chosenVisibility(of label: BlueskyLabel) -> Visibility? {
        let settings = preferences.labels.filter { $0.label == label.value }
        return
            (settings.last { $0.labeler == label.source } ?? settings.last { $0.labeler == nil })?
            .visibility
    }

    // MARK: Muting

    /// Returns the rule by which the account does not want to read a post, or `nil` if there is none.
    private func mutingRule(for subject: Subject, now: Timestamp) -> String? {
        if preferences.hiddenPosts.contains(subject.uri) { return "hidden post" }
        if subject.author.viewer.isMuted { return "muted \(subject.author.name)" }
        return mutedWord(in: subject, now: now).map { "muted “\($0)”" }
    }

    private func mutedWord(in subject: Subject, now: Timestamp) -> String? {
        guard !preferences.mutedWords.isEmpty else { return nil }
        let tags = Set(subject.tags.map { $0.lowercased() })
        let texts = subject.texts.map { $0.lowercased() }
        let words = Set(texts.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") } })
        return preferences.mutedWords.first { muted in
            guard muted.expires.map({ $0 > now }) ?? true,
                !(muted.sparesFollowed && subject.author.viewer.following != nil)
            else { return false }
            let word = (muted.word.hasPrefix("#") ? String(muted.word.dropFirst()) : muted.word).lowercased()
            guard !word.isEmpty else { return false }
            if muted.inTags || muted.inText, tags.contains(word) { return true }
            guard muted.inText else { return false }
            // A phrase, or a word of a script without spaces, is found anywhere.
            let isWord = word.utf8.allSatisfy { $0 < 0x80 } && word.allSatisfy { $0.isLetter || $0.isNumber }
            return isWord ? words.contains(word[...]) : texts.contains { $0.contains(word) }
        }?
        .word
    }
}
