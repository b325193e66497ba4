import FoundationEssentials
import Localization
import TerminalKit
import Testing

@testable import TerminalUI

/// The guide lists every command by name, made from the key table. `FIBER_RECORD=1` writes it.
@Suite("The guide to keys")
struct KeyDocumentTests {
    private static let path =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
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

    /// All commands by name, with context, keys and description of each binding.
    private static func table() throws -> String {
        let texts = KeyTexts(keymap: try DefaultKeymap.keymap(), glyphs: .unicode, wording: .english)
        var lines = ["| command | where | keys | what it does |", "| --- | --- | --- | --- |"]
        for command in Command.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
            let argument = KeyTexts.arguments[command.rawValue].map { " " + $0 } ?? ""
            for row in DefaultKeymap.rows where row.command == command {
                let keys = row.keys.map { "`\($0)`" }.joined(separator: " ")
                let binding = try Binding(
                    keys: row.keys, command: command.rawValue, context: row.context.rawValue)
                lines.append(
                    "| `\(command.rawValue)\(argument)` | \(row.context.rawValue) | \(keys) | "
                        + "\(texts.help(of: binding)) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
