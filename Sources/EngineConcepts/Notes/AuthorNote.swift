/// A one-line note on an author.
public struct AuthorNote: Hashable, Sendable {
    /// The longest text in characters; longer ones are cut.
    public static let maximumLength = 280
    /// The longest label in characters. A longer one is left out, since a part of it would be another label.
    public static let maximumLabelLength = 40

    /// The text, on one line. Empty for an author who only has a label.
    public var text: String
    /// The label that topics and rules use, or `nil` if there is none.
    public var label: String?

    public init(text: String, label: String? = nil) {
        self.text = text
        self.label = label
    }

    /// Reads a note as people type it: a last word such as `#press` is the label. Returns `nil` if nothing is left.
    public init?(typed: String) {
        var words = typed.split(whereSeparator: \.isWhitespace)
        var label: String?
        if let last = words.last, last.hasPrefix("#"), last.count > 1 {
            label = String(last.dropFirst().prefix(Self.maximumLabelLength))
            words.removeLast()
        }
        let text = String(words.joined(separator: " ").prefix(Self.maximumLength))
        guard !text.isEmpty || label != nil else { return nil }
        self.init(text: text, label: label)
    }

    /// The note as people type it. A label of several words cannot be typed and is written in quotes, for reading only.
    public var typed: String {
        let tag = label.map { "#" + $0.split(whereSeparator: \.isWhitespace).joined(separator: "-") }
        return [text, tag ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// A note on an author and its origin.
public struct ListedNote: Hashable, Sendable {
    /// The name of the list that the note comes from, or `nil` for the user's own.
    public var list: String?
    public var note: AuthorNote

    public init(list: String?, note: AuthorNote) {
        self.list = list
        self.note = note
    }
}
