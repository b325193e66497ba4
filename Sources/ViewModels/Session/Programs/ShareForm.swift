public import EngineConcepts
public import FiberConfiguration

/// A form in which an item leaves the program: drawn as a card, or written as a document.
public nonisolated enum ShareForm: Hashable, Sendable {
    case card(CardForm)
    case document(ItemFormat)

    /// All forms, in the order of lists.
    public static let all: [ShareForm] = [
        .card(.png), .card(.svg), .card(.ansi), .document(.markdown), .document(.html), .document(.text),
        .document(.json),
    ]

    /// The usual extension of a file name.
    public var fileExtension: String {
        switch self {
        case .card(let form): form.rawValue
        case .document(let format): format.fileExtension
        }
    }

    /// The name in commands, such as `png` or `markdown`.
    public var name: String {
        switch self {
        case .card(let form): form.rawValue
        case .document(let format): format.rawValue
        }
    }

    /// The description in lists.
    public var description: Message { Message("share.\(name)") }

    /// True if the form is text, which a clipboard of a terminal takes.
    public var isText: Bool { self != .card(.png) }

    /// The size in kB that most terminals accept for their clipboard.
    private static let usualClipboard = 74

    /// Returns the message that a text in this form was copied to the clipboard of a terminal. Terminals do not say if it
    /// is too long.
    public func copied(_ text: String) -> Message {
        let kilobytes = text.utf8.count / 1_000
        guard kilobytes > Self.usualClipboard else { return MessageKey.copiedAs.message([.text(name)]) }
        return MessageKey.copiedLong.message([.text(name), .number(kilobytes)])
    }

    /// Creates the form of this name, or returns `nil` if there is none.
    public init?(name: String) {
        guard let form = Self.all.first(where: { $0.name == name }) else { return nil }
        self = form
    }

    /// Creates the form that a file's name asks for, or returns `nil` if it asks for none.
    public init?(fileName: String) {
        if let card = CardForm(fileName: fileName) {
            self = .card(card)
        } else if let document = ItemFormat(fileName: fileName) {
            self = .document(document)
        } else {
            return nil
        }
    }
}

/// A form of a ticket's card for sharing.
public nonisolated enum CardForm: String, CaseIterable, Sendable {
    case svg
    case png
    /// Text with the escape sequences of terminals.
    case ansi

    /// Creates the form that a file's name asks for, or returns `nil` if it asks for none.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        guard let form = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = form
    }
}
