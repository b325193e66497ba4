import FoundationBasics
import Localization
import TerminalKit
import Testing

@testable import TerminalUI

/// The guide lists every command by name, made from the key table. `FIBER_RECORD=1` writes it.
@Suite("The guide to keys")
struct KeyDocumentTests {
    private static let path =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/") + "/docs/guides/keys.md"
    private static let heading = "## All commands by name\n"

    @Test("The guide lists every command with its description and keys")
    func list() throws {
        let data = try #require(FileManager.default.contents(atPath: Self.path))
        let text = String(decoding: data, as: UTF8.self)
        let place = try #require(text.firstRange(of: Self.heading))
        let before = text[..<place.upperBound]
        let wanted = before + "\n" + (try Self.table())
        if ProcessInfo.processInfo.environment["FIBER_RECORD"] == "1", wanted != text {
            try Data(wanted.utf8).write(to: URL(filePath: Self.path))
        }
        let now = try #require(FileManager.default.contents(atPath: Self.path))
        #expect(String(decoding: now, as: UTF8.self) == wanted, "FIBER_RECORD=1 writes it anew")
    }

    /// All commands by name, with context, keys and description of each row.
    private static func table() throws -> String {
        let table = CommandTable.standard
        let texts = KeyTexts(keymap: try table.keymap(), commands: table, glyphs: .unicode, localizer: .english)
        let rows = table.groups.flatMap { group in
            group.rows.map { (context: group.context.rawValue, row: $0.description) }
        }
        var lines = ["| command | where | keys | what it does |", "| --- | --- | --- | --- |"]
        for command in Set(rows.map(\.row.command.rawValue)).sorted() {
            let argument = table.argument(of: command).map { " \($0.kind.rawValue)" } ?? ""
            for (context, row) in rows where row.command.rawValue == command {
                let name = row.isNumbered ? "`\(command)-1` … `\(command)-9`" : "`\(command)\(argument)`"
                let keys =
                    row.isNumbered ? "`1` … `9`" : row.keys.map { "`\($0 == "|" ? "\\|" : $0)`" }.joined(separator: " ")
                let help = texts.help(
                    of: try Binding(
                        keys: row.keys, command: row.isNumbered ? "\(command)-1" : command, context: context))
                lines.append("| \(name) | \(context) | \(keys) | \(help) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
