import FoundationEssentials
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
        "TerminalUI/App", "TerminalUI/Layers", "TerminalUI/Linear", "TerminalUI/Screens", "ViewModels", "Coordinators",
    ]
    /// Texts that are not shown on screens: those of files, which are in English, of programming errors, and keys of
    /// other texts.
    nonisolated private static let exceptions = [
        "RowTemplate.swift", "StateMachine.swift", "Scroller.swift", "Credit.swift", "ThemePreview.swift",
    ]

    @Test("Known errors are translated to Spanish with their values, and unknown ones stay in English")
    func troubles() {
        let spanish = Localizer.spanish
        #expect(
            spanish.ofTroubles("a.example could not be reached within 10 seconds. Check the network.")
                == "No se pudo llegar a a.example en 10 segundos. Comprueba la red.")
        #expect(
            spanish.ofTroubles("Paddock Daily does not answer: its server says 503 (service unavailable).")
                == "Paddock Daily no responde: su servidor dice 503 (servicio no disponible).")
        #expect(
            spanish.ofTroubles("config.toml:2:10: There is no setting \"a.b\". Mend the line, or take it out.")
                == "config.toml:2:10: No hay ningún ajuste «a.b». Corrige la línea o quítala.")
        #expect(spanish.ofTroubles("Something else. Entirely (so).") == "Something else. Entirely (so).")
        #expect(spanish.ofTroubles("") == "")
        #expect(Localizer.english.ofTroubles("One.\nTwo.") == "One.\nTwo.")
    }

    @Test("Every translated error message still occurs in the code")
    func troublesAreCurrent() throws {
        var code = ""
        for path in try FileManager.default.subpathsOfDirectory(atPath: Self.sources) {
            guard path.hasSuffix(".swift"), !path.contains("ViewModels/Texts/") else { continue }
            let data = try #require(FileManager.default.contents(atPath: Self.sources + path))
            code += String(decoding: data, as: UTF8.self)
        }
        // Joins texts that are split over several lines.
        code = code.replacing(/"\s*\n\s*\+ "/, with: "").replacing("\\\"", with: "\"")
        for text in Localizer.spanishTroubles {
            let pieces = text.english.split(separator: /\{[0-9]\}/).map { String($0) }
            let longest = try #require(pieces.max { $0.count < $1.count })
            // A line of the code may end within it.
            let isSaid = code.contains(longest.drop { $0 == " " }.prefix(12))
            #expect(isSaid, "\(text.english)")
            #expect(Localizer.values(of: text.english, in: text.english) != nil)
        }
    }

    @Test("All texts of the screens come from the catalogues", arguments: folders)
    func tables(folder: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources + folder)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Texts/") }
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
