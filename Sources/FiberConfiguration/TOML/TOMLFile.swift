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

    /// Returns false if there is no file; true also if that cannot be said.
    static func exists(at path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT
    }

    /// Returns the text of the file, or `nil` if there is none.
    static func text(path: String) throws(ConfigurationError) -> String? {
        // Most users have few of these files, and every start asks for all. An error of Foundation takes longer.
        guard exists(at: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        } catch {
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
            root = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                .syntax, file: path,
                at: TOMLPosition(line: error.source.begin.line, column: error.source.begin.column),
                Self.failure(Self.reason(of: error)), advice: .fixLineAndRetry)
        } catch {
            throw ConfigurationError(
                .syntax, file: path, Self.failure(String(describing: error)), advice: .fixLineAndRetry)
        }
    }

    /// Returns the parser's message without its expectations.
    private static func reason(of error: TOMLParseError) -> String {
        let text = error.description
        let reason = text.hasPrefix("Error while parsing ") ? text.split(separator: ":", maxSplits: 1).last : nil
        return String((reason ?? text[...]).drop(while: \.isWhitespace))
    }

    /// The beginnings of the parser's reasons for a text without one of its quotation marks.
    private static let quotationReasons = [
        "could not determine value type", "unescaped control characters", "expected 'true', saw",
        "expected 'false', saw",
    ]

    /// Returns the usual mistakes in plain words, and others in the parser's.
    private static func failure(_ reason: String) -> Message {
        let name = reason.split(separator: "'").dropFirst().first.map { Message.Argument.text(String($0)) } ?? .text("")
        let explanation =
            if reason.hasPrefix("cannot redefine existing table '") {
                Message("tableExists", ["name": name])
            } else if reason.hasPrefix("cannot redefine existing "), reason.hasSuffix("'") {
                Message("keyExists", ["name": name])
            } else if Self.quotationReasons.contains(where: reason.hasPrefix) {
                Message("quotationMarkMissing")
            } else {
                // The text that was found instead may be a secret.
                Message(
                    "parserReason", ["reason": .text(reason.split(separator: ", saw").first.map(String.init) ?? "")])
            }
        return .sentences(Message("configurationNotTOML"), explanation)
    }

    /// Returns the position of the table of this name.
    func position(ofTable table: String) -> TOMLPosition? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.firstIndex { TOMLLine.header($0) == table }.map { TOMLPosition(line: $0 + 1, column: 1) }
    }

    /// Returns the position of `key` in the `occurrence`th table `table`, from 0.
    func position(of key: String, in table: String?, occurrence: Int = 0) -> TOMLPosition? {
        var current: String?
        var seen = -1
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let header = TOMLLine.header(line) {
                current = header
                if header == table { seen += 1 }
            } else if current == table, table == nil || seen == occurrence, let found = TOMLLine.key(line),
                found.name == key
            {
                return TOMLPosition(line: index + 1, column: found.valueColumn)
            }
        }
        return nil
    }

    /// Returns the position of `key` of the table `table` in any notation: a line of the table, a table of its own, or the line
    /// of an inline table.
    func nearestPosition(of key: String, in table: String?) -> TOMLPosition? {
        if let position = position(of: key, in: table) { return position }
        guard let table else { return nil }
        if let position = position(ofTable: "\(table).\(key)") { return position }
        guard let dot = table.lastIndex(of: ".") else { return nil }
        return nearestPosition(of: String(table[table.index(after: dot)...]), in: String(table[..<dot]))
    }

    /// Returns the position of the `number`th character, from 1, of the text of `key`.
    func position(ofCharacter number: Int, of key: String, in table: String, occurrence: Int) -> TOMLPosition? {
        guard let start = position(of: key, in: table, occurrence: occurrence) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(start.line - 1)
        guard let first = lines.first else { return start }
        let value = first.dropFirst(start.column - 1)
        var walk = TOMLStringReader(text[value.startIndex...], at: start)
        return walk.position(ofCharacter: number)
    }
}
