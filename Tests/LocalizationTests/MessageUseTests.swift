import EngineConcepts
import Foundation
import Testing

@testable import Localization

/// Compares the messages that the sources make with the catalogues.
@Suite("Messages in the sources")
struct MessageUseTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")
    /// The beginnings of keys that are made of names, such as `command.quit.help`. Tests of their targets check them.
    private static let families = [
        "command.", "context.", "argument.", "setting.", "settings.", "credit.", "query.",
        "language.", "choice.", "theme.", "unit.", "effect.", "would.", "does.", "share.", "media.", "presentedAs.",
        "person.", "everywhere.", "already.", "audience.", "reaction.", "markOf.",
    ]

    /// The sources, read once for all tests.
    private static let files = Result { try readFiles() }

    private static func readFiles() throws -> [(name: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8)) }
    }

    @Test("Each message of the sources is in the catalogues with the same arguments")
    func messages() throws {
        var count = 0
        for file in try Self.files.get() {
            for use in MessageUse.all(in: file.text) {
                count += 1
                let forms = try #require(
                    Localizer.english.catalog[use.key], "\(file.name): no text for \"\(use.key)\"")
                let wanted = Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.output.1) } })
                guard var given = use.arguments else { continue }
                // The number that chooses the plural form need not be printed.
                if forms.count > 1, !wanted.contains("count") { given.remove("count") }
                #expect(
                    use.isShared ? wanted.isSubset(of: given) : wanted == given,
                    "\(file.name): \"\(use.key)\" takes \(wanted.sorted()), not \(given.sorted())")
            }
        }
        #expect(count > 300)
    }

    @Test("Each reason by which programs tell errors apart is the key of a message")
    func reasons() {
        for reason in SupplierError.Reason.allCases {
            #expect(Localizer.english.catalog[reason.rawValue] != nil, "\(reason)")
        }
        let joined = Message.sentences(Message("notFound", ["host": "a.example"]), Message("retriedLater"))
        #expect(SupplierError(.refused, joined).isNotFound)
    }

    @Test("Each key of the catalogues is used")
    func keys() throws {
        let files = try Self.files.get()
        let table = try #require(files.first { $0.name.hasSuffix("/MessageKey.swift") })
        // Several keys stand in one declaration.
        let declarations = table.text.matches(of: /(?m)^ +case ([\w,\s]+?)\n(?: +(?:case|\/\/)|\s*\n|\s*\})/)
        let screens = Set(declarations.flatMap { $0.output.1.matches(of: /\w+/).map { String($0.output) } })
        let code = files.filter { $0.name != table.name }.map(\.text).joined()
        let literals = Set(code.matches(of: /"([\w.]+)"/).map { String($0.output.1) })
        let members = Set(code.matches(of: /\.(\w+)/).map { String($0.output.1) })
        for key in Localizer.english.catalog.keys where !key.isEmpty {
            let isUsed =
                Self.families.contains(where: key.hasPrefix) || literals.contains(key)
                || screens.contains(key) && members.contains(key)
            #expect(isUsed, "nothing uses \"\(key)\"")
        }
    }

    @Test("The scanner finds keys and arguments, also nested ones")
    func scanner() {
        let uses = MessageUse.all(
            in: """
                let values: [String: Message.Argument] = ["a": .text(x["b"])]
                f(Message("plain"), Message(
                    "outer", ["one": .message(Message("inner", ["two": .list([1])])), "three": "x: \\"y\\""]))
                g(Message("shared", values), Message("made.\\(name)"), Message(error))
                """)
        #expect(uses.map(\.key) == ["plain", "outer", "inner", "shared"])
        #expect(uses.map(\.arguments) == [[], ["one", "three"], ["two"], ["a"]])
    }
}

/// A place in the code where a message is made: `Message("key", ["name": …])`.
struct MessageUse {
    let key: String
    /// The names of the arguments, or `nil` if they are not written where the code can be read.
    let arguments: Set<String>?
    /// True if the arguments are a dictionary that several messages share.
    let isShared: Bool

    /// Finds the messages with a literal key.
    static func all(in code: String) -> [MessageUse] {
        code.matches(of: /\bMessage\(\s*"([\w.]+)"\s*(,\s*)?/)
            .map { match in
                let rest = code[match.range.upperBound...]
                guard match.output.2 != nil else {
                    return MessageUse(key: String(match.output.1), arguments: [], isShared: false)
                }
                let shared = rest.prefixMatch(of: /\w+/).flatMap { dictionary($0.output, in: code) }
                return MessageUse(
                    key: String(match.output.1), arguments: rest.first == "[" ? names(in: rest) : shared,
                    isShared: rest.first != "[")
            }
    }

    /// Returns the keys of the dictionary that `name` is defined as.
    private static func dictionary(_ name: Substring, in code: String) -> Set<String>? {
        code.firstRange(of: "let \(name): [String: Message.Argument] = ").map { names(in: code[$0.upperBound...]) }
    }

    /// Returns the keys of the dictionary literal at the beginning of `code`.
    private static func names(in code: Substring) -> Set<String> {
        var names: Set<String> = []
        var depth = 0
        var index = code.startIndex
        while index < code.endIndex {
            switch code[index] {
            case "[", "(": depth += 1
            case "]", ")":
                depth -= 1
                if depth == 0 { return names }
            case "\"":
                guard let literal = code[index...].prefixMatch(of: /"((?:[^"\\]|\\.)*)"/) else { return names }
                let end = literal.range.upperBound
                if depth == 1, end < code.endIndex, code[end] == ":" { names.insert(String(literal.output.1)) }
                index = end
                continue
            default: break
            }
            index = code.index(after: index)
        }
        return names
    }
}
