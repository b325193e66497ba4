import FoundationBasics
import Localization
import Testing

@testable import ViewModels

/// All texts on the screens come from the catalogues, which exist in each language.
@Suite("Texts for translation")
struct TranslationTests {
    nonisolated private static let sources =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/") + "/Sources/"
    nonisolated private static let folders = [
        "TerminalUI/App", "TerminalUI/Controllers", "TerminalUI/Linear", "TerminalUI/Rows", "TerminalUI/Screens",
        "TerminalUI/Style", "TerminalUI/TextLayout", "ViewModels", "Coordinators",
    ]
    /// Texts that are not shown on screens: those of files, which are in English, of programming errors, and keys of
    /// other texts.
    nonisolated private static let exceptions = [
        "Scroller.swift", "Credit.swift", "ThemePreview.swift", "RowTemplate.swift",
        "RowTemplateReader.swift", "ItemDocument+HTML.swift",
    ]

    @Test("All texts of the screens come from the catalogues", arguments: folders)
    func tables(folder: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources + folder)
            .filter { $0.hasSuffix(".swift") }.filter { path in !Self.exceptions.contains { path.hasSuffix($0) } }
        #expect(!paths.isEmpty)
        for path in paths {
            let data = try #require(FileManager.default.contents(atPath: "\(Self.sources)\(folder)/\(path)"))
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.utf8.contains(0x22) {
                let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
                // Assertions tell programmers, not users.
                if code.contains("assertionFailure(") { continue }
                // Two words in one text, or a hint beside its key.
                let found = code.firstMatch(of: /"[^"\\]*[a-z]{2,} [a-z]{2,}[^"\\]*"|\("[^"]*", "[a-z]+"\)/)
                #expect(found == nil, "\(path): \(code)")
            }
        }
    }
}
