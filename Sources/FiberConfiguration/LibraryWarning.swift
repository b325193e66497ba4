import TOMLKit

/// Something in `library.toml` that is passed over.
public struct LibraryWarning: Hashable, Sendable, CustomStringConvertible {
    /// What it is and where, in one line of plain words.
    public let text: String
    /// Whether a topic or a rule that the reader wrote is not there because of it.
    public let turnsSomethingOff: Bool
    /// The name of that topic or rule, where it has one that can be read.
    public let name: String?
    /// What kind of table that is; nil where it is none.
    let kind: String?
    /// What is wrong with it, without the file's name and advice; nil where nothing is off.
    public let message: String?
    /// Where that is; nil where it is not known.
    public let position: TOMLPosition?

    /// What is left as it is, or done otherwise than written.
    init(_ text: String) {
        self.text = text
        turnsSomethingOff = false
        name = nil
        kind = nil
        message = nil
        position = nil
    }

    /// What there cannot be because it makes no sense.
    init(_ error: ConfigurationError, about entry: TableEntry? = nil) {
        text = "\(error.file):\(error.position.prefix) \(error.message) \(error.advice)"
        turnsSomethingOff = true
        name = entry?.table["name"]?.string
        kind = entry?.kind
        message = error.message
        position = error.position
    }

    /// The text.
    public var description: String { text }
}
