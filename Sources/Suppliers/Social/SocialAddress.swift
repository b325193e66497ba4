import EngineConcepts
import WebText

/// The address of a timeline: `NETWORK:ACCOUNT/TIMELINE`.
protocol SocialAddress: Hashable, Sendable {
    associatedtype Timeline: SocialTimeline

    /// The beginning of complete addresses.
    static var prefix: String { get }
    /// The identity of an account, or the name of what is read without one.
    var account: String { get }
    var timeline: Timeline { get }
    /// The own timeline of the account that this one is, or `nil` for any other.
    var ownTimeline: AccountSharedState.OwnTimeline? { get }

    init(account: String, timeline: Timeline)

    /// Returns true if `text` can be the account of a complete address.
    static func isAccount(_ text: Substring) -> Bool

    /// Returns the address that `text` means: a complete one, or a short form in which the account may be left out.
    static func resolving(_ text: String, among accounts: AccountDirectory) throws(SupplierError) -> Self
}

/// A timeline of an account or a server of a social network.
protocol SocialTimeline: Hashable, Sendable {
    /// Parses the form of ``text``. Returns `nil` for anything else.
    init?(_ text: some StringProtocol)

    /// The timeline as addresses name it.
    var text: String { get }
    /// True if the items are notifications, which are no posts themselves.
    var hasNotifications: Bool { get }
}

extension SocialAddress {
    /// Parses a complete address. Returns `nil` for anything else.
    init?(_ text: String) {
        let text = TextSanitizer.line(text)
        guard text.lowercased().hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, Self.isAccount(parts[0]), let timeline = Timeline(parts[1]) else { return nil }
        self.init(account: parts[0].lowercased(), timeline: timeline)
    }

    var text: String { "\(Self.prefix)\(account)/\(timeline.text)" }

    static func isAccount(_ text: Substring) -> Bool { true }

    /// Returns the interpretations of a short form, in which the account is last and may be left out. Each has the text that
    /// means the account, empty if it is left out. Handles, names of lists and searched words may contain an `@` as well, so
    /// there is an interpretation for each `@` as the one before the account, and a last one without an account.
    static func interpretations(of text: String) -> [Self] {
        var splits = text.indices.filter { text[$0] == "@" }
            .map { (timeline: text[..<$0], account: String(text[text.index(after: $0)...])) }
        splits.append((text[...], ""))
        return splits.compactMap { split in
            Timeline(split.timeline).map { Self(account: split.account, timeline: $0) }
        }
    }
}
