import FoundationEssentials
import Testing

/// What is drawn or said comes from the tables of words, where each language has its own.
@Suite("Words for translation")
struct TranslationTests {
    nonisolated private static let sources =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/") + "/Sources/"
    nonisolated private static let folders = [
        "TerminalUI/App", "TerminalUI/Layers", "TerminalUI/Linear", "TerminalUI/Screens", "ViewModels", "Coordinators",
    ]
    /// Texts that are no screen's: of files, which are in English, of programs' faults, and keys to other texts.
    nonisolated private static let exceptions = [
        "RowTemplate.swift", "StateMachine.swift", "Scroller.swift", "Credit.swift", "ThemePreview.swift",
    ]

    @Test("No screen says anything that is not in the tables", arguments: folders)
    func tables(folder: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources + folder)
            .filter { $0.hasSuffix(".swift") && !$0.contains("Wording/") }
            .filter { path in !Self.exceptions.contains { path.hasSuffix($0) } }
        #expect(!paths.isEmpty)
        for path in paths {
            let data = try #require(FileManager.default.contents(atPath: "\(Self.sources)\(folder)/\(path)"))
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
                let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
                // Two words in one text, or a hint beside its key.
                let found = code.firstMatch(of: /"[^"\\]*[a-z]{2,} [a-z]{2,}[^"\\]*"|\("[^"]*", "[a-z]+"\)/)
                #expect(found == nil, "\(path): \(code)")
            }
        }
    }
}
