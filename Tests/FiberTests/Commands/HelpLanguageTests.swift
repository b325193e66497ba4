import ArgumentParser
import EngineConcepts
import Foundation
import Localization
import Suppliers
import Testing

@testable import fiber

@Suite("The language of the help")
struct HelpLanguageTests {
    /// Every text that a translator is asked for.
    private static func texts() throws -> Set<String> {
        var texts: Set<String> = []
        let help = TranslatedHelp(width: 80) { text in
            texts.insert(text)
            return text
        }
        func collect(_ type: any ParsableCommand.Type) {
            _ = help.text(of: FiberCommand.helpMessage(for: type, includeHidden: false, columns: 100_000))
            type.configuration.subcommands.forEach(collect)
        }
        collect(FiberCommand.self)
        _ = try help.description(of: FiberCommand._dumpHelp()) { $0 }
        _ = help.usage(of: "Usage: fiber\n  See 'fiber --help' for more information.")
        return texts.union(OpenCommand.described.compactMap(\.help)).union(places)
    }

    /// The places in the tables of the help, but for those that are the same in all languages.
    private static var places: [String] {
        let forms = SourceCatalog.standard.kinds.flatMap(\.addressForms).flatMap(\.patterns)
        return (forms + OpenCommand.described.flatMap(\.words) + SearchCommand.terms.flatMap(\.self))
            .flatMap { $0.matches(of: HelpColumns.place).map { String($0.output) } }
            .filter { !["ID", "URL"].contains($0) }
    }

    @Test("Every text of the help has a translation in Spanish, and every translation is used")
    func complete() throws {
        let texts = try Self.texts()
        #expect(texts.count > 250)
        for text in texts { #expect(Localizer.spanish.help(text) != text, "\(text)") }
        let catalogue = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Localization/es.help.po")
        let keys = try String(contentsOf: catalogue, encoding: .utf8).matches(of: /(?m)^msgid "(.+)"$/)
            .map { String($0.output.1).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\") }
        #expect(Set(keys).count == keys.count)
        for key in keys { #expect(texts.contains(key), "nothing uses “\(key)”") }
    }

    @Test("Help is translated with the places of arguments, and its lines fit")
    func lines() {
        let words = [
            "OVERVIEW:": "RESUMEN:", "Do it.": "Hazlo.", "USAGE:": "USO:", "OPTIONS:": "OPCIONES:",
            "An option.": "Una opción.", "values:": "valores:", "default:": "por omisión:",
            "A long one.": "Una larga y mucho más larga.", "SUBCOMMANDS:": "ÓRDENES:", "(default)": "(por omisión)",
            "Opens.": "Abre.",
            "See '{command}' for detailed help.": "`{command}` explica una orden.", "<subcommand>": "<orden>",
            "<on>": "<otra>",
            "<a-very-long-option>": "<larga>", "<short>": "<una-opción-mucho-más-larga>",
        ]
        let help = TranslatedHelp(width: 50) { words[$0] ?? $0 }
        let english = """
            OVERVIEW: Do it.

              a table             as it is

            USAGE: fiber [--on <on>] <subcommand>

            OPTIONS:
              --on <on>               An option. (values: a, b; default: a)
              --a-very-long-option <a-very-long-option>
                                      A long one.
              --short <short>         An option.

            SUBCOMMANDS:
              read (default)          Opens.

              See 'fiber help <subcommand>' for detailed help.
            """
        let spanish = """
            RESUMEN: Hazlo.

              a table             as it is

            USO: fiber [--on <otra>] <orden>

            OPCIONES:
              --on <otra>             Una opción. (valores: a,
                                      b; por omisión: a)
              --a-very-long-option <larga>
                                      Una larga y mucho más
                                      larga.
              --short <una-opción-mucho-más-larga>
                                      Una opción.

            ÓRDENES:
              read (por omisión)      Abre.

              `fiber help <orden>` explica una orden.
            """
        #expect(help.text(of: english) == spanish)
        #expect(TranslatedHelp(width: 80) { $0 }.text(of: english) == english)
    }

    @Test("The usage of a command is broken between its options, below the first of them, and its options are not")
    func usageLines() {
        let usage = "rules test [--topic <topic> ...] --to <account> [<query> ...] <rule> ..."
        let broken = """
            USAGE: fiber rules test [--topic <topic> ...]
                                    --to <account> [<query> ...]
                                    <rule> ...
            """
        #expect(TranslatedHelp(width: 52) { $0 }.breakingUsage(of: "USAGE: fiber \(usage)") == broken)
        let narrow = """
            Usage: fiber rules test [--topic <topic> ...]
                --to <account> [<query> ...] <rule> ...
            """
        #expect(TranslatedHelp(width: 46) { $0 }.usage(of: "Usage: fiber \(usage)") == narrow)
        #expect(TranslatedHelp(width: 46) { $0 }.breakingUsage(of: "USAGE: fiber rules") == "USAGE: fiber rules")
    }

    @Test("No usage in the help is wider than the terminal", arguments: ["C", "es_ES"])
    func widthOfUsage(language: String) async throws {
        let home = try Home()
        for words in [["rules", "test"], ["rules", "add"], ["search"], ["account", "add"]] {
            let environment = ["LANG": "\(language).UTF-8", "COLUMNS": "80"]
            let help = try await home.fiber(["help"] + words, environment: environment)
            #expect(help.status == 0 && help.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help)")
        }
    }

    @Test(
        "Tables are in the help that is printed, and not in the texts that every start makes",
        arguments: ["C", "es_ES"])
    func tables(language: String) async throws {
        let home = try Home()
        let environment = ["LANG": "\(language).UTF-8"]
        let description = try await home.fiber(["--experimental-dump-help"], environment: environment).output
        let commands: [(name: String, type: any ParsableCommand.Type, row: String)] = [
            ("add", AddCommand.self, "  hn:user:"), ("open", OpenCommand.self, "  links "),
            ("search", SearchCommand.self, "  site:"),
        ]
        for command in commands {
            #expect(!command.type.configuration.discussion.contains(command.row))
            let help = try await home.fiber(["help", command.name], environment: environment).output
            #expect(help.contains(command.row) && description.contains(command.row), "\(command.name): \(help)")
            for table in HelpTable.allCases {
                #expect(!help.contains(table.line) && !description.contains(table.line), "\(command.name): \(help)")
            }
        }
    }

    @Test("The description of the commands, of which the manual page is made, is translated and otherwise the same")
    func description() async throws {
        let home = try Home()
        func description(in language: String) async throws -> Description {
            let printed = try await home.fiber(["--experimental-dump-help"], environment: ["LANG": language])
            return try JSONDecoder().decode(Description.self, from: Data(printed.output.utf8))
        }
        let english = try await description(in: "C.UTF-8")
        let spanish = try await description(in: "es_ES.UTF-8")
        #expect(spanish.serializationVersion == english.serializationVersion)
        #expect(spanish.command.names == english.command.names)
        let (places, translated) = (english.command.places, spanish.command.places)
        #expect(places.count > 100 && translated.count == places.count)
        for (before, after) in zip(places, translated) { #expect(before != after, "\(before)") }
        let (before, after) = (english.command.texts, spanish.command.texts)
        #expect(before.count > 300 && after.count == before.count)
        for (before, after) in zip(before, after) { #expect(before != after, "\(before)") }
        let add = try #require(spanish.command.subcommands?.first { $0.commandName == "add" }?.discussion)
        #expect(add.contains("la cronología de inicio"), "\(add)")
    }

    /// The description of the commands as far as the manual page needs it.
    private struct Description: Decodable {
        struct Command: Decodable {
            let commandName: String
            let abstract: String?
            let discussion: String?
            let arguments: [Argument]?
            let subcommands: [Command]?

            /// The names of the command and its parts.
            var names: [String] {
                [commandName] + (arguments ?? []).map { "\($0.kind) \($0.shouldDisplay)" }
                    + (subcommands ?? []).flatMap(\.names)
            }

            /// The places of arguments.
            var places: [String] {
                (arguments ?? []).filter { $0.kind != "flag" }.compactMap(\.valueName)
                    + (subcommands ?? []).flatMap(\.places)
            }

            /// All texts.
            var texts: [String] {
                [abstract, discussion].compactMap(\.self) + (arguments ?? []).compactMap(\.abstract)
                    + (subcommands ?? []).flatMap(\.texts)
            }
        }

        struct Argument: Decodable {
            let kind: String
            let valueName: String?
            let abstract: String?
            let shouldDisplay: Bool
        }

        let serializationVersion: Int
        let command: Command
    }

    @Test("The help and the usage below an error follow the language of the setting")
    func setting() async throws {
        let home = try Home()
        try home.write("[appearance]\nlanguage = \"es\"\n", to: ".config/fiber/config.toml")
        for arguments in [["search", "--help"], ["help", "search"], ["help", "add"], ["topics", "-h"], ["--help"]] {
            let help = try await home.fiber(arguments)
            #expect(help.status == 0 && help.output.hasPrefix("RESUMEN: "), "\(help)")
            #expect(help.output.contains("\nUSO: fiber") && help.output.contains("\nOPCIONES:\n"), "\(help)")
            #expect(!help.output.contains("The ") && !help.output.contains("Show "), "\(help)")
        }
        let add = try await home.fiber("help", "add").output
        #expect(add.contains("la cronología de inicio") && add.contains("https://SERVIDOR/RUTA"), "\(add)")
        let search = try await home.fiber("help", "search").output
        for term in ["PALABRA", "\"UNA FRASE\"", "/EXPRESIÓN REGULAR/", "site:SERVIDOR"] {
            #expect(search.contains(term), "\(search)")
        }
        #expect(!search.contains("WORD"), "\(search)")
        let wrong = try await home.fiber("timeline", "extra")
        let usage = "\nUso: fiber timeline <opciones>\n  `fiber timeline --help` dice más.\n"
        #expect(wrong.errors.hasSuffix(usage), "\(wrong)")
    }
}
