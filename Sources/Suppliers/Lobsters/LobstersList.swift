import WebText

/// A list of Lobsters, named by a `lobsters:…` address.
enum LobstersList: ServiceList, Hashable, Sendable {
    /// All new stories.
    case newest
    /// The front page: a ranking, ordered by the time at which a story was first seen there.
    case hottest
    /// The stories with this tag.
    case tag(String)
    /// The comments on the story with this ID.
    case thread(String)

    /// Parses `lobsters:newest`, `lobsters:hottest`, `lobsters:tag:NAME` and `lobsters:thread:NAME`. Returns `nil`
    /// for anything else.
    init?(_ address: String) {
        let parts = TextSanitizer.line(address).split(separator: ":", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first?.lowercased(), parts.dropFirst().first, parts.count) {
        case ("newest", nil, 1): self = .newest
        case ("hottest", nil, 1): self = .hottest
        case ("tag", let name?, 2) where !name.isEmpty && name.utf8.allSatisfy(Self.isPartOfName):
            self = .tag(name.lowercased())
        case ("thread", let name?, 2) where !name.isEmpty && name.utf8.allSatisfy(Self.isPartOfName):
            self = .thread(String(name))
        default: return nil
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-_+".utf8.contains(byte)
    }

    /// The canonical address of the list.
    var address: String {
        switch self {
        case .newest: "lobsters:newest"
        case .hottest: "lobsters:hottest"
        case .tag(let name): "lobsters:tag:\(name)"
        case .thread(let name): "lobsters:thread:\(name)"
        }
    }

    /// The display name of the list.
    var name: String {
        switch self {
        case .newest: "Lobsters newest"
        case .hottest: "Lobsters"
        case .tag(let name): "Lobsters: \(name)"
        case .thread(let name): "Lobsters thread \(name)"
        }
    }

    /// True if the list is a single document, such as a ranking or a thread.
    var isDocument: Bool {
        switch self {
        case .hottest, .thread: true
        case .newest, .tag: false
        }
    }

    /// Returns the path of a page of the list, counted from 1.
    func path(_ page: Int) -> String {
        switch (self, page) {
        case (.hottest, 1): "/hottest.json"
        case (.hottest, _): "/page/\(page).json"
        case (.newest, 1): "/newest.json"
        case (.newest, _): "/newest/page/\(page).json"
        case (.tag(let name), 1): "/t/\(PercentCoding.encoded(name)).json"
        case (.thread(let name), _): "/s/\(PercentCoding.encoded(name)).json"
        case (.tag(let name), _): "/t/\(PercentCoding.encoded(name))/page/\(page).json"
        }
    }
}
