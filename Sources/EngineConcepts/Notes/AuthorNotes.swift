/// All notes on authors, the user's own and those of lists (each a `[[commentary]]` of `library.toml`), for lookup by the
/// author's key.
public struct AuthorNotes: Sendable {
    /// The notes of one origin.
    private struct Origin: Sendable {
        let list: String?
        let notes: [AuthorKey: AuthorNote]
    }

    private let origins: [Origin]
    /// A hash of all keys and notes, equal on all machines.
    public let noteDigest: UInt64
    /// A hash of all keys and labels, which an edited text leaves alone.
    public let labelDigest: UInt64

    public static let none = AuthorNotes()

    /// Creates a lookup of notes.
    ///
    /// - Parameters:
    ///   - own: The user's own notes.
    ///   - lists: The notes of lists by the names of the lists.
    public init(own: [AuthorKey: AuthorNote] = [:], lists: [String: [AuthorKey: AuthorNote]] = [:]) {
        let named = lists.sorted { $0.key.precedesByBytes($1.key) }.map { Origin(list: $0.key, notes: $0.value) }
        origins = ([Origin(list: nil, notes: own)] + named).filter { !$0.notes.isEmpty }
        var notes: UInt64 = 0
        var labels: UInt64 = 0
        for origin in origins {
            for (key, note) in origin.notes {
                let labelled = "\(origin.list ?? "")\n\(key)\n\(note.label ?? "")"
                notes &+= StableHash.fnv1a("\(labelled)\n\(note.text)".utf8)
                if note.label != nil { labels &+= StableHash.fnv1a(labelled.utf8) }
            }
        }
        noteDigest = notes
        labelDigest = labels
    }

    /// True if there are no notes.
    public var isEmpty: Bool { origins.isEmpty }

    /// The number of notes.
    public var count: Int { origins.reduce(0) { $0 + $1.notes.count } }

    /// All labels, in the order of their text.
    public var labels: [String] {
        Set(origins.flatMap { $0.notes.values.compactMap(\.label) }).sorted { $0.precedesByBytes($1) }
    }

    /// Returns the notes on an author in a source: the user's own first, then at most one of each list by the names of
    /// the lists.
    public func notes(on author: Author, in source: SupplierID) -> [ListedNote] {
        guard !isEmpty else { return [] }
        return notes(for: AuthorKey.keys(of: author, in: source))
    }

    /// Returns the notes on the author with a key, in the same order.
    public func notes(for key: AuthorKey) -> [ListedNote] { notes(for: [key]) }

    private func notes(for keys: [AuthorKey]) -> [ListedNote] {
        origins.compactMap { origin in
            keys.lazy.compactMap { origin.notes[$0] }.first.map { ListedNote(list: origin.list, note: $0) }
        }
    }
}

extension AuthorNotes: Equatable {
    /// Compares the digests, which take no time however many notes there are.
    public static func == (lhs: AuthorNotes, rhs: AuthorNotes) -> Bool {
        lhs.noteDigest == rhs.noteDigest && lhs.labelDigest == rhs.labelDigest
    }
}
