import EngineConcepts
import Foundation
import TOMLKit

/// A TOML file: its text and the parsed table. The parser keeps no positions of values, so ``position(of:in:)`` searches the
/// text when an error needs one.
struct TOMLFile {
    let path: String
    let text: String
    let root: TOMLTable

    /// Reads the file, or returns `nil` if there is none.
    init?(path: String) throws(ConfigurationError) {
        guard let text = try Self.text(path: path) else { return nil }
        try self.init(path: path, text: text)
    }

    /// Returns false if there is no file; true also if that cannot be said, and of a link that leads nowhere.
    static func exists(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT || ConfigurationError.brokenLink(path) != nil
    }

    /// Returns the text of the file, or `nil` if there is none.
    static func text(path: String) throws(ConfigurationError) -> String? {
        // Most users have few of these files, and every start asks for all. An error of Foundation takes longer.
        guard exists(at: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            if let known = ConfigurationError.brokenLink(path) ?? ConfigurationError.otherThanFile(path) { throw known }
            let code = (error as? CocoaError)?.code
            if code == .fileReadNoSuchFile || code == .fileNoSuchFile { return nil }
            throw .unreadable(path, because: error)
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ConfigurationError(
                .syntax, file: path, Message("configurationNotUTF8"), advice: Message("saveAsUTF8"))
        }
        return text
    }

    /// Parses `text` as the content of the file at `path`.
    init(path: String, text: String) throws(ConfigurationError) {
        self.path = path
        self.text = text
        do {
            root = try TOMLTable.parsed(text)
        } catch let error as TOMLParseError {
            let reason = Self.reason(of: error)
            let position = TOMLPosition(line: error.source.begin.line, column: error.source.begin.column)
            throw ConfigurationError(
                .syntax, file: path, at: position,
                Self.failure(reason, isAtEqualsSign: Self.isEqualsSign(at: position, in: text)),
                advice: .fixLineAndRetry, cause: reason)
        } catch let error as UnreadableHeader {
            throw ConfigurationError(
                .syntax, file: path, at: TOMLPosition(line: error.line, column: 1),
                .sentences(Message("configurationNotTOML"), Message("tableUnfinished")), advice: .fixLineAndRetry,
                cause: error.description)
        } catch is ZeroByte {
            throw ConfigurationError(
                .syntax, file: path, .sentences(Message("configurationNotTOML"), Message("zeroBytes")),
                advice: Message("putFileBack"))
        } catch {
            throw ConfigurationError(
                .syntax, file: path, Message("configurationNotTOML"), advice: .fixLineAndRetry,
                cause: String(describing: error))
        }
    }

    /// Parses what an edit by lines has made of the file at `path`. Throws ``ConfigurationError/Code/unsafeEdit`` if it is not
    /// TOML: notations such as inline tables cannot be edited by lines.
    static func edited(_ text: String, path: String) throws(ConfigurationError) -> TOMLFile {
        do throws(ConfigurationError) {
            return try TOMLFile(path: path, text: text)
        } catch {
            throw .unsafeEdit(of: path)
        }
    }

    /// Returns the parser's message without its expectations, and without the text that was found, which may be a secret.
    private static func reason(of error: TOMLParseError) -> String {
        let text = error.description
        let reason = text.hasPrefix("Error while parsing ") ? text.split(separator: ":", maxSplits: 1).last : nil
        var words = (reason ?? text[...]).drop(while: \.isWhitespace)
        // A number that is too large comes first, between single quotation marks.
        if words.hasPrefix("'") { words = words.dropFirst().drop { $0 != "'" }.dropFirst(2) }
        if let found = words.firstRange(of: ", saw") { words = words[..<found.lowerBound] }
        return String(words)
    }

    /// The usual mistakes, each with the beginnings of the parser's reasons for it. The first that applies counts.
    private static let mistakes: [(mistake: Message, reasons: [String])] = [
        (
            Message("quotationMarkMissing"),
            [
                "could not determine value type", "unescaped control characters", "control characters other than TAB",
                "expected 'true'", "expected 'false'", "values may not begin with underscores",
            ]
        ),
        (Message("textEndsEarly"), ["encountered end-of-file"]),
        (Message("equalsSignMissing"), ["expected '='"]),
        (Message("lineHasMore"), ["expected a comment or whitespace", "expected value-terminator"]),
        (Message("listUnfinished"), ["expected value or closing ']'", "expected comma or closing ']'"]),
        (Message("assignedValueMissing"), ["expected value"]),
        (Message("lineNotUnderstood"), ["expected keys, tables"]),
        (
            Message("braceUnfinished"),
            ["expected comma or closing '}'", "expected key or closing '}'", "expected key-value pair"]
        ),
        (Message("tableUnfinished"), ["expected ']'", "tables with blank bare keys"]),
        (
            Message("numberNotUnderstood"),
            [
                "expected digit", "expected decimal digit", "expected hexadecimal digit", "expected exponent digit",
                "expected 4-digit", "expected 2-digit", "expected month", "expected day", "expected hour",
                "expected minute", "expected second", "underscores ", "leading zeroes", "exceeds length limit",
                "is not representable",
            ]
        ),
        (
            Message("escapeNotUnderstood"),
            ["unknown escape sequence", "escape sequence", "expected hex digit", "line-ending backslashes"]
        ),
    ]

    private static func isEqualsSign(at position: TOMLPosition, in text: String) -> Bool {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst(position.line - 1).first?.dropFirst(position.column - 1).first == "="
    }

    /// Returns the usual mistakes in plain words. Of others, only ``ConfigurationError/cause`` has the reason.
    ///
    /// - Parameter isAtEqualsSign: True if there is an equals sign at the place of the error.
    private static func failure(_ reason: String, isAtEqualsSign: Bool) -> Message {
        let name = reason.split(separator: "'").dropFirst().first.map { Message.Argument.text(String($0)) } ?? .text("")
        let explanation: Message? =
            if reason.hasPrefix("cannot redefine existing table '") {
                Message("tableExists", ["name": name])
            } else if reason.hasPrefix("cannot redefine existing ") {
                Message("keyExists", ["name": name])
            } else if reason.hasSuffix(" in comments") {
                nil
            } else if isAtEqualsSign, reason.hasPrefix("could not determine value type") {
                Message("equalsSignTooMany")
            } else {
                mistakes.first { $0.reasons.contains(where: reason.hasPrefix) }?.mistake
            }
        let failure = Message("configurationNotTOML")
        return explanation.map { .sentences(failure, $0) } ?? failure
    }

    /// Returns the line break of a text that is edited by lines: `\r\n` if it has no other. One that has both gets `\n`.
    static func lineBreak(of text: String) -> Character {
        let breaks = Set(text.filter { $0 == "\n" || $0 == "\r\n" })
        return breaks == ["\r\n"] ? "\r\n" : "\n"
    }

    /// The lines of the text, also the empty ones.
    var lines: [Substring] { Self.lines(of: text) }

    /// Returns the lines of a text, also the empty ones.
    static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// Returns the position of the `occurrence`th table of this name, from 0.
    func position(ofTable table: String, occurrence: Int = 0) -> TOMLPosition? {
        let lines = lines
        return lines.indices.lazy.filter { TOMLLine.header(lines[$0]) == table }.dropFirst(occurrence).first
            .map { TOMLPosition(line: $0 + 1, column: 1) }
    }

    /// Returns the position of the value of `key` in the `occurrence`th table `table`, from 0. It may be a table of its own.
    func position(of key: String, in table: String?, occurrence: Int = 0) -> TOMLPosition? {
        positions(of: key, in: table, occurrence)?.value
    }

    /// Returns the position of `key` itself in the `occurrence`th table `table`, from 0. It may be a table of its own.
    func position(ofKey key: String, in table: String?, occurrence: Int = 0) -> TOMLPosition? {
        positions(of: key, in: table, occurrence)?.key
    }

    private func positions(
        of key: String, in table: String?, _ occurrence: Int
    ) -> (key: TOMLPosition, value: TOMLPosition)? {
        var current: String?
        var seen = -1
        for (index, line) in lines.enumerated() {
            if let header = TOMLLine.header(line) {
                current = header
                if header == table { seen += 1 }
                guard let table, seen == occurrence, header == "\(table).\(key)" else { continue }
                let position = TOMLPosition(line: index + 1, column: 1)
                return (position, position)
            } else if current == table, table == nil || seen == occurrence, let found = TOMLLine.key(line),
                found.name == key
            {
                return (
                    TOMLPosition(line: index + 1, column: found.column),
                    TOMLPosition(line: index + 1, column: found.valueColumn)
                )
            }
        }
        return nil
    }

    /// Returns the position of `key` of the table `table` in any notation: a line of the table, a table of its own, a line with
    /// both names, or the line of an inline table.
    func nearestPosition(of key: String, in table: String?) -> TOMLPosition? {
        if let position = position(of: key, in: table) { return position }
        guard let table else { return nil }
        if let position = position(ofTable: "\(table).\(key)") { return position }
        guard let dot = table.lastIndex(of: ".") else {
            return position(of: "\(table).\(key)", in: nil) ?? position(of: table, in: nil)
        }
        return nearestPosition(of: String(table[table.index(after: dot)...]), in: String(table[..<dot]))
    }

    /// Returns the position of the `number`th character, from 1, of the text of `key`.
    func position(ofCharacter number: Int, of key: String, in table: String, occurrence: Int) -> TOMLPosition? {
        guard let start = position(of: key, in: table, occurrence: occurrence) else { return nil }
        guard let first = lines.dropFirst(start.line - 1).first else { return start }
        let value = first.dropFirst(start.column - 1)
        var walk = TOMLStringReader(text[value.startIndex...], at: start)
        return walk.position(ofCharacter: number)
    }
}
