/// What was entered in a line before, oldest first.
public struct InputHistory: Hashable, Sendable {
    /// The entries, oldest first; none stands twice.
    public private(set) var entries: [String]
    private let maximum: Int
    /// Which entry the line shows; nil while it shows what is typed.
    private var shown: Int?
    /// What was typed when the first entry was brought back: it comes again below the newest entry, and entries are
    /// brought back that begin so.
    private var draft = ""

    /// Makes a history.
    ///
    /// - Parameter maximum: How many entries are kept; the oldest go.
    public init(_ entries: [String] = [], maximum: Int = 200) {
        self.maximum = max(1, maximum)
        self.entries = Array(entries.suffix(self.maximum))
    }

    /// Whether nothing was entered yet.
    public var isEmpty: Bool { entries.isEmpty }

    /// Keeps what was entered, as the newest; what is empty is not kept. The next line begins below the newest.
    public mutating func add(_ entry: String) {
        shown = nil
        draft = ""
        guard entry.contains(where: { !$0.isWhitespace }) else { return }
        entries.removeAll { $0 == entry }
        entries.append(entry)
        if entries.count > maximum { entries.removeFirst(entries.count - maximum) }
    }

    /// The next older entry that begins as what was typed; nil where there is none.
    mutating func older(than text: String) -> String? {
        if shown == nil { draft = text }
        let start = shown ?? entries.count
        guard let index = entries[..<start].lastIndex(where: { $0.hasPrefix(draft) && $0 != text }) else { return nil }
        shown = index
        return entries[index]
    }

    /// The next newer entry that begins as what was typed, or what was typed; nil where that is shown already.
    mutating func newer() -> String? {
        guard let start = shown else { return nil }
        shown = entries[(start + 1)...].firstIndex { $0.hasPrefix(draft) }
        return shown.map { entries[$0] } ?? draft
    }
}
