import WebText

/// One of the lists that Lobsters can be followed by, as `lobsters:…` names it.
enum LobstersList: Hashable, Sendable {
    /// Every story, as it is submitted.
    case newest
    /// The front page: a ranking, ordered by when a story was first seen there.
    case hottest
    /// The stories with this tag.
    case tag(String)
    /// The comments on the story of this name.
    case thread(String)

    /// Reads `lobsters:newest`, `lobsters:hottest`, `lobsters:tag:NAME` and `lobsters:thread:NAME`; nil for anything else.
    init?(_ address: String) {
        let parts = TextSanitizer.line(address).split(separator: ":", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first?.lowercased(), parts.dropFirst().first, parts.count) {
        case ("newest", nil, 1): self = .newest
        case ("hottest", nil, 1): self = .hottest
        case ("tag", let name?, 2) where !name.isEmpty && name.utf8.allSatisfy(Self.isPartOfTag):
            self = .tag(name.lowercased())
        case ("thread", let name?, 2) where !name.isEmpty && name.utf8.allSatisfy(Self.isPartOfTag):
            self = .thread(String(name))
        default: return nil
        }
    }

    private static func isPartOfTag(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2d || byte == 0x5f || byte == 0x2b
    }

    /// The one way in which the list is written.
    var address: String {
        switch self {
        case .newest: "lobsters:newest"
        case .hottest: "lobsters:hottest"
        case .tag(let name): "lobsters:tag:\(name)"
        case .thread(let name): "lobsters:thread:\(name)"
        }
    }

    /// What the list is called on the screen.
    var name: String {
        switch self {
        case .newest: "Lobsters, newest"
        case .hottest: "Lobsters"
        case .tag(let name): "Lobsters: \(name)"
        case .thread(let name): "Lobsters thread \(name)"
        }
    }

    /// Whether the list is one document and no stream of pages: a ranking, or a thread.
    var isDocument: Bool {
        switch self {
        case .hottest, .thread: true
        case .newest, .tag: false
        }
    }

    /// The path of a page of the list, counted from 1.
    func path(_ page: Int) -> String {
        switch (self, page) {
        case (.hottest, 1): "/hottest.json"
        case (.hottest, _): "/page/\(page).json"
        case (.newest, 1): "/newest.json"
        case (.newest, _): "/newest/page/\(page).json"
        case (.tag(let name), 1): "/t/\(WebAddress.escaped(name)).json"
        case (.thread(let name), _): "/s/\(WebAddress.escaped(name)).json"
        case (.tag(let name), _): "/t/\(WebAddress.escaped(name))/page/\(page).json"
        }
    }
}
