import CTexts
public import EngineConcepts

/// Makes texts of messages in one language.
public struct Localizer: Equatable, Sendable {
    /// The language as a BCP 47 tag.
    public private(set) var language: String
    private(set) var catalog: MessageCatalog
    /// True if right-to-left names in messages are isolated.
    var isolates = false
    /// Formats a time in the local zone, or `nil` to leave times in UTC.
    private var localTime: (@Sendable (Timestamp) -> String)?
    /// Returns the seconds by which the local zone is ahead of UTC at a time, or `nil` to leave times in UTC.
    private var secondsAhead: (@Sendable (Timestamp) -> Int)?
    /// Names the keys of commands, or `nil` to name the commands instead.
    private var keyNaming: KeyNaming?

    /// Returns the key that runs a command, or `nil` if it has none. The context is that of the key, or `nil` where the
    /// message is shown.
    public typealias KeyNaming = @Sendable (_ command: String, _ context: String?) -> String?

    /// English, the fallback for texts that another language lacks.
    public static let english = Localizer("en", catalog: MessageCatalog(embedded_en_po().buffer))
    public static let spanish = Localizer("es", catalog: MessageCatalog(embedded_es_po().buffer))
    /// The tags of all languages.
    public static let languages = ["en", "es"]
    /// All languages, English first. Reads every catalogue.
    public static var all: [Localizer] { languages.map { tagged($0) } }

    init(_ language: String, catalog: MessageCatalog) {
        self.language = language
        self.catalog = catalog
    }

    private static func tagged(_ language: String) -> Localizer { language == "es" ? spanish : english }

    /// Returns the localizer that formats local times with this function. Without one, they are printed in UTC.
    ///
    /// - Parameter secondsAhead: Returns the seconds by which the zone of other times is ahead of UTC.
    public func formattingLocalTimes(
        secondsAhead: (@Sendable (Timestamp) -> Int)? = nil, _ format: @escaping @Sendable (Timestamp) -> String
    ) -> Localizer {
        var localizer = self
        localizer.localTime = format
        localizer.secondsAhead = secondsAhead
        return localizer
    }

    /// Returns the localizer whose messages name keys by this function. Without one, they name commands: `:undo`.
    public func namingKeys(_ naming: @escaping KeyNaming) -> Localizer {
        var localizer = self
        localizer.keyNaming = naming
        return localizer
    }

    /// English with the other properties of this localizer.
    private var inEnglish: Localizer {
        var english = self
        (english.language, english.catalog) = (Localizer.english.language, Localizer.english.catalog)
        return english
    }

    /// Returns the language that a setting names.
    ///
    /// - Parameters:
    ///   - name: A language's tag, or `auto` for that of the environment.
    ///   - environment: The process's environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty
    ///     counts, as in POSIX.
    public static func named(_ name: String, environment: [String: String]) -> Localizer {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let wanted = name == "auto" ? locale ?? "" : name
        return tagged(wanted.prefix { $0.isLetter }.lowercased())
    }

    /// Returns true if both are the same language.
    public static func == (lhs: Localizer, rhs: Localizer) -> Bool { lhs.language == rhs.language }

    /// The short names of the days, Sunday first.
    public var days: [String] { names("dayNames") }

    /// The short names of the months.
    public var months: [String] { names("monthNames") }

    /// The whole names of the days, Sunday first.
    public var wholeDays: [String] { names("wholeDayNames") }

    /// The whole names of the months.
    public var wholeMonths: [String] { names("wholeMonthNames") }

    private func names(_ key: String) -> [String] {
        // By bytes: rows ask for a month each.
        self(Message(key)).utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// Returns true if the catalogue of this language has the key.
    public func has(_ key: String) -> Bool { catalog.has(key) }

    /// Returns the message in words, or its key if no catalogue has it.
    public func callAsFunction(_ message: Message) -> String {
        guard let forms = catalog[message.key] else {
            return self == .english ? message.key : inEnglish(message)
        }
        guard let text = forms.count > 1 ? forms[form(for: message, of: forms.count)] : forms.first else { return "" }
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let isFollowed = Message.followedKeys.contains(message.key)
        return filled(text, isFollowed ? endingFirst(message.arguments) : message.arguments)
    }

    /// Returns the message of an error in words.
    public func callAsFunction(_ error: any Error) -> String { self(Message(error)) }

    private func form(for message: Message, of count: Int) -> Int {
        let numbers = message.arguments.compactMap { name, value -> (String, Int)? in
            if case .number(let number) = value { (name, number) } else { nil }
        }
        let chosen = numbers.first { $0.0 == "count" } ?? numbers.min { $0.0 < $1.0 }
        return min(chosen.flatMap { catalog.pluralRule?.form(for: $0.1) } ?? 0, count - 1)
    }

    /// Returns the arguments with the first message as a sentence, since another one follows. Many messages have no full stop
    /// of their own: `a.example requires a login (401)`.
    private func endingFirst(_ arguments: [String: Message.Argument]) -> [String: Message.Argument] {
        guard case .message(let first)? = arguments["first"] else { return arguments }
        var arguments = arguments
        arguments["first"] = .message(.verbatim(self(first).asSentence))
        return arguments
    }

    private func filled(_ text: String, _ arguments: [String: Message.Argument]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += String(rest[..<open])
            let name = String(rest[rest.index(after: open)..<close])
            result +=
                key(named: name) ?? arguments[name].map { Self.isCount(name) ? counted($0) : rendered($0) }
                ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return result + String(rest)
    }

    /// Returns the key for a placeholder such as `key:undo` or `key:filter@timeline`, or the typed command if it has no
    /// key. Returns `nil` for the placeholder of an argument.
    private func key(named placeholder: String) -> String? {
        guard placeholder.hasPrefix("key:") else { return nil }
        let parts = placeholder.dropFirst(4).split(separator: "@").map(String.init)
        guard let command = parts.first else { return nil }
        return keyNaming?(command, parts.count > 1 ? parts[1] : nil) ?? ":\(command)"
    }

    /// Returns true if a number of this name counts something, so that large ones are grouped. Lines, columns and processes
    /// are not counted but found by their numbers.
    private static func isCount(_ name: String) -> Bool { !["line", "column", "process"].contains(name) }

    private func counted(_ argument: Message.Argument) -> String {
        if case .number(let number) = argument { grouped(number) } else { rendered(argument) }
    }

    private func rendered(_ argument: Message.Argument) -> String {
        switch argument {
        case .text(let text): isolated(text)
        case .number(let number): String(number)
        case .duration(let length): self(Self.message(length))
        case .bytes(let bytes):
            bytes < 1_000_000
                ? self(Message("kilobytes", ["count": .number(bytes / 1000)]))
                : self(Message("megabytes", ["count": .number(bytes / 1_000_000)]))
        case .time(let time): time.rfc3339(secondsAhead: secondsAhead?(time) ?? 0)
        case .local(let time): localTime?(time) ?? time.rfc3339
        case .date(let time): String(time.rfc3339.prefix(10))
        case .list(let values): values.map(rendered).joined(separator: self(Message("listSeparator")))
        case .message(let message): self(message)
        }
    }

    private static func message(_ length: Duration) -> Message {
        let seconds = Int(length.components.seconds)
        guard seconds > 0 else {
            return Message("milliseconds", ["count": .number(Int(length / .milliseconds(1)))])
        }
        let units = [("days", 86_400), ("hours", 3600), ("minutes", 60)]
        let unit = units.first { seconds >= 2 * $0.1 && seconds % $0.1 == 0 } ?? ("seconds", 1)
        return Message(unit.0, ["count": .number(seconds / unit.1)])
    }

    /// Returns a number with its thousands apart: `4,210`. In Spanish, four digits stay together, as in the CLDR:
    /// `4210`, `42.100`.
    public func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard digits.count > (language == "es" ? 4 : 3) else { return String(number) }
        let separator = self(Message("thousandsSeparator"))
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += separator }
            result.append(digit)
        }
        return number < 0 ? "-" + result : result
    }

    /// Returns a number of tenths with its decimal separator: `2.1`.
    public func tenths(_ number: Int) -> String {
        "\(grouped(number / 10))\(self(Message("decimalSeparator")))\(number.magnitude % 10)"
    }

    /// Returns a count with few digits: `12`, `999`, `2.1k`, `34k`, `1.2M`.
    public func shortened(_ count: Int) -> String {
        func scaled(_ unit: Int, _ suffix: String) -> String {
            let tenths = count / (unit / 10)
            return tenths < 100 && tenths % 10 != 0 ? "\(self.tenths(tenths))\(suffix)" : "\(tenths / 10)\(suffix)"
        }
        return switch count {
        case ..<1000: String(count)
        case ..<1_000_000: scaled(1000, "k")
        default: scaled(1_000_000, "M")
        }
    }
}

extension EmbeddedText {
    /// The bytes of the file, which last as long as the program.
    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }
}
