/// Former entries of an input line, oldest first.
public struct InputHistory: Hashable, Sendable {
    /// The distinct entries, oldest first.
    public private(set) var entries: [String]
    private let maximum: Int
    /// The index of the displayed entry, or `nil` while the typed text is displayed.
    private var displayedIndex: Int?
    /// The text that was typed before going back; entries are brought back that begin with it.
    private var draft = ""

    /// Creates a history of at most `maximum` entries; the oldest go.
    public init(_ entries: [String] = [], maximum: Int = 200) {
        self.maximum = max(1, maximum)
        self.entries = Array(entries.suffix(self.maximum))
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// Appends an entry unless it is empty, and returns to the newest.
    public mutating func add(_ entry: String) {
        displayedIndex = nil
        draft = ""
        guard entry.contains(where: { !$0.isWhitespace }) else { return }
        entries.removeAll { $0 == entry }
        entries.append(entry)
        if entries.count > maximum { entries.removeFirst(entries.count - maximum) }
    }

    /// Returns the next older entry with the typed beginning, or `nil` if there is none.
    mutating func older(than text: String) -> String? {
        if displayedIndex == nil { draft = text }
        let start = displayedIndex ?? entries.count
        guard let index = entries[..<start].lastIndex(where: { $0.hasPrefix(draft) && $0 != text }) else { return nil }
        displayedIndex = index
        return entries[index]
    }

    /// Returns the next newer entry with the typed beginning, or the typed text, or `nil` if that is displayed.
    mutating func newer() -> String? {
        guard let start = displayedIndex else { return nil }
        displayedIndex = entries[(start + 1)...].firstIndex { $0.hasPrefix(draft) }
        return displayedIndex.map { entries[$0] } ?? draft
    }
}
