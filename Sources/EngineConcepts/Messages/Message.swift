/// A localisable text as data: a key in the catalogues and its arguments. `Localizer` renders it.
public struct Message: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The key in the catalogues.
    public let key: String
    /// The values of the text's placeholders, by name. `count` chooses the plural form.
    public let arguments: [String: Argument]

    /// A value in a text.
    public enum Argument: Hashable, Sendable, Codable {
        /// Text that is the same in every language, such as a name or an address.
        case text(String)
        /// A number. Its thousands are apart unless its name is `line`, `column` or `process`, or it is in a list.
        case number(Int)
        /// A length of time.
        case duration(Duration)
        /// A number of bytes.
        case bytes(Int)
        /// A time, as RFC 3339 in the zone of the process that prints the message.
        case time(Timestamp)
        /// A time in words, in that zone.
        case local(Timestamp)
        /// A day, in UTC.
        case date(Timestamp)
        /// Several values, printed with the separator of the language between them.
        case list([Argument])
        /// Another message.
        indirect case message(Message)
    }

    /// Creates a message. Secrets in its texts are removed: see ``Redaction``.
    public init(_ key: String, _ arguments: [String: Argument] = [:]) {
        self.key = key
        // Messages are made often, and hardly any has one.
        let hasSecret = arguments.values.contains { $0 != $0.withoutSecrets }
        self.arguments = hasSecret ? arguments.mapValues(\.withoutSecrets) : arguments
    }

    /// Creates a message from text that no catalogue has, such as the output of a command.
    public static func verbatim(_ text: String) -> Message { Message("verbatim", ["text": .text(text)]) }

    /// Creates the message of an error. One that has none says only that it is unexpected.
    public init(_ error: any Error) {
        self =
            (error as? any PresentableError)?.message
            ?? Message("unexpectedError", ["details": .text(String(describing: error))])
    }

    /// Returns a message about a source or host that did not answer in time.
    public static func noAnswer(from source: Argument, within limit: Duration) -> Message {
        Message("noAnswer", ["source": source, "duration": .duration(limit)])
    }

    /// Joins two messages.
    public static func sentences(_ first: Message, _ second: Message) -> Message {
        Message("sentences", ["first": .message(first), "second": .message(second)])
    }

    /// Joins several messages. Returns `nil` if there are none.
    public static func sentences(_ messages: [Message]) -> Message? {
        messages.first.map { messages.dropFirst().reduce($0) { sentences($0, $1) } }
    }

    /// The key for programs: that of the first message if several are joined, or if a time or advice follows it.
    public var code: String { first?.code ?? key }

    /// The first of several joined messages, or the one that a time or advice follows, or `nil` for a single message.
    public var first: Message? {
        guard Self.joiningKeys.contains(key) || Self.followedKeys.contains(key),
            case .message(let first) = arguments["first"]
        else { return nil }
        return first
    }

    /// The keys of messages that begin with another one.
    private static let joiningKeys: Set<String> = [
        "sentences", "failedUntil", "limitedUntil", "loginBySource", "loginByAdding",
    ]

    /// The keys of messages that begin with another one as a sentence, even if that has no full stop of its own.
    package static let followedKeys: Set<String> = ["failedThenUntil", "retryAfter", "sourceSkipped"]

    /// Returns the message with texts of at most `length` characters, also in its lists and messages. Text that no
    /// catalogue has is kept.
    package func shortened(to length: Int) -> Message {
        key == "verbatim" ? self : Message(key, arguments.mapValues { $0.shortened(to: length) })
    }

    /// The message for logs: its key and arguments, or the text if it is verbatim.
    public var description: String {
        if key == "verbatim", case .text(let text) = arguments["text"] { return text }
        let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return values.isEmpty ? key : "\(key)(\(values.joined(separator: ", ")))"
    }

    private enum CodingKeys: String, CodingKey {
        case key, arguments
    }

    /// Decodes a message. A plain string, from before errors were stored as messages, is verbatim.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .verbatim(text)
            return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            values.decode(String.self, forKey: .key),
            values.decodeIfPresent([String: Argument].self, forKey: .arguments) ?? [:])
    }
}

extension Message.Argument: CustomStringConvertible, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .text(value) }

    public init(integerLiteral value: Int) { self = .number(value) }

    /// The value without secrets. Messages have lost theirs.
    fileprivate var withoutSecrets: Self {
        switch self {
        case .text(let text): .text(Redaction.withoutSecrets(text))
        case .list(let values): .list(values.map(\.withoutSecrets))
        case .number, .duration, .bytes, .time, .local, .date, .message: self
        }
    }

    fileprivate func shortened(to length: Int) -> Self {
        switch self {
        case .text(let text): .text(text.shortened(to: length))
        case .list(let values): .list(values.map { $0.shortened(to: length) })
        case .message(let message): .message(message.shortened(to: length))
        case .number, .duration, .bytes, .time, .local, .date: self
        }
    }

    /// The value as text for logs.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .duration(let length): "\(length)"
        case .bytes(let bytes): "\(bytes) B"
        case .time(let time), .local(let time): time.rfc3339
        case .date(let time): String(time.rfc3339.prefix(10))
        case .list(let values): values.map(\.description).joined(separator: ", ")
        case .message(let message): message.description
        }
    }
}

extension String {
    /// Returns the text, or its beginning and end around an ellipsis if it has more than `length` characters. The ends of
    /// addresses and paths tell them apart.
    package func shortened(to length: Int) -> String {
        count > length ? "\(prefix(length - 1 - length / 3))…\(suffix(length / 3))" : self
    }
}
