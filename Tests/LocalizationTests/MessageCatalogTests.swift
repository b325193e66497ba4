import EngineConcepts
import Foundation
import Testing

@testable import Localization

@Suite("Catalogues")
struct MessageCatalogTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The names of the placeholders in a text, also of those for keys, such as `key:filter@timeline`.
    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{([\w:@-]*)\}/).map { String($0.output.1) })
    }

    @Test("Every language has every text of English and no other", arguments: Localizer.all)
    func sameKeys(localizer: Localizer) {
        let english = Set(Localizer.english.catalog.keys)
        #expect(english.symmetricDifference(localizer.catalog.keys) == [], "\(localizer.language).po")
        for key in english {
            #expect(localizer.catalog[key]?.contains("") == false, "\(key) in \(localizer.language).po")
        }
    }

    @Test(
        "Every text has the placeholders of the English one and as many plural forms as its language",
        arguments: Localizer.all)
    func sameArguments(localizer: Localizer) throws {
        let rule = try #require(localizer.catalog.pluralRule)
        let plurals = rule == .none ? 1 : 2
        for key in localizer.catalog.keys where key != "" {
            let forms = try #require(localizer.catalog[key])
            let english = try #require(Localizer.english.catalog[key])
            #expect(forms.count == (english.count == 1 ? 1 : plurals), "\(key) in \(localizer.language).po")
            let wanted = Set(english.flatMap(Self.placeholders))
            // A form for one thing may do without its number.
            #expect(forms.last.map(Self.placeholders) == wanted, "\(key) in \(localizer.language).po")
            #expect(Set(forms.flatMap(Self.placeholders)) == wanted, "\(key) in \(localizer.language).po")
        }
    }

    @Test("Names stand in the marks of the language, and straight marks only around what is typed with them")
    func quotationMarks() throws {
        for localizer in Localizer.all {
            let own = try #require(["en": "“”", "es": "«»"][localizer.language], "the marks of \(localizer.language)")
            let foreign = Set("“”„«»‹›‘‚").subtracting(own)
            for key in localizer.catalog.keys {
                for text in try #require(localizer.catalog[key]) {
                    let place = "\(key) in \(localizer.language).po: \(text)"
                    #expect(!text.contains(where: foreign.contains), "\(place)")
                    #expect(text.count { $0 == own.first } == text.count { $0 == own.last }, "\(place)")
                    // In a query, quotation marks take the special meaning from a word.
                    let isTyped = ["operandAdvice", "operatorAdvice"].contains(key)
                    #expect(isTyped || !text.contains(/"\{\w+\}"/), "\(place)")
                }
            }
        }
    }

    @Test("A text ends with a full stop in every language or in none", arguments: Localizer.all)
    func fullStops(localizer: Localizer) throws {
        let separators: Set = ["thousandsSeparator", "decimalSeparator"]
        for key in localizer.catalog.keys where key != "" && !separators.contains(key) {
            let text = try #require(localizer.catalog[key]?.last)
            let english = try #require(Localizer.english.catalog[key]?.last)
            #expect(text.hasSuffix(".") == english.hasSuffix("."), "\(key) in \(localizer.language).po")
        }
    }

    @Test("Spanish addresses the user as “tú” in every text")
    func informalSpanish() throws {
        let formal: Set<String> = [
            "usted", "ustedes", "inicie", "vuelva", "indique", "escriba", "escríbalo", "elija", "empiece", "use",
            "compruebe", "añada", "abra", "revise", "pegue", "elimínela",
        ]
        for key in Localizer.spanish.catalog.keys {
            for text in try #require(Localizer.spanish.catalog[key]) {
                let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
                // Subjunctive: a value that begins with a hyphen.
                let isClause = text.contains("que empiece por")
                #expect(isClause || formal.isDisjoint(with: words), "\(key) in es.po: \(text)")
            }
        }
    }

    @Test("In Spanish, no article for hours precedes a time, which may begin with a day")
    func spanishTimes() throws {
        for key in Localizer.spanish.catalog.keys {
            for text in try #require(Localizer.spanish.catalog[key]) {
                #expect(!text.contains(/\b(hasta|a) las \{/), "\(key) in es.po: \(text)")
            }
        }
    }

    @Test("A catalogue names each key once", arguments: Localizer.languages)
    func unique(language: String) throws {
        let path = Self.top.appending(path: "Sources/Localization/\(language).po")
        let text = try String(contentsOf: path, encoding: .utf8)
        let keys = text.matches(of: /(?m)^msgid "(.*)"$/).map { String($0.output.1) }
        #expect(Set(keys).count == keys.count)
        #expect(Localizer.all.contains { $0.language == language && $0.catalog.keys.count == keys.count })
    }

    @Test("The parser reads plural forms, escapes and texts over several lines")
    func parser() {
        let file = #"""
            # a comment
            msgid ""
            msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\n"

            #. what it is about
            msgid "one"
            msgstr ""
            "a \"b\"\n"
            "c\\"

            msgid "many"
            msgid_plural "many"
            msgstr[0] "{count} x"
            msgstr[1] "{count} xs"
            """#
        Array(file.utf8)
            .withUnsafeBufferPointer { bytes in
                let catalog = MessageCatalog(bytes)
                #expect(catalog["one"] == ["a \"b\"\nc\\"])
                #expect(catalog["many"] == ["{count} x", "{count} xs"])
                #expect(catalog["man"] == nil)
                #expect(catalog.has("many") && !catalog.has("manyMore"))
                let localizer = Localizer("xx", catalog: catalog)
                #expect(localizer(Message("many", ["count": 1])) == "1 x")
                #expect(localizer(Message("many", ["count": 0])) == "0 xs")
            }
    }

    @Test("A text names the key of a command where there are keys, and the command where it has none")
    func keys() {
        let file = #"""
            msgid ""
            msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\n"

            msgid "removed"
            msgstr "{0} removed · {key:undo} undoes · {key:filter@timeline} filters"
            """#
        Array(file.utf8)
            .withUnsafeBufferPointer { bytes in
                let localizer = Localizer("xx", catalog: MessageCatalog(bytes))
                let removed = Message("removed", ["0": "{key:undo}"])
                #expect(localizer(removed) == "{key:undo} removed · :undo undoes · :filter filters")
                let named = localizer.namingKeys { command, context in
                    command == "undo" ? "Z\(context ?? "")" : context
                }
                #expect(named(removed) == "{key:undo} removed · Z undoes · timeline filters")
            }
    }

    @Test("Large numbers of one line have their thousands apart, or none has")
    func numbersOfOneLine() {
        let size = Message(
            "doctorStoreSize",
            [
                "tickets": .message(Message("tickets", ["count": .number(8100)])), "shown": .number(8100),
                "size": .text("3 MB"),
            ])
        #expect(Localizer.english(size) == "8,100 items, 8,100 shown, 3 MB")
        #expect(
            Localizer.english(Message("unreadOfTotal", ["unread": .number(1200), "total": .number(8100)]))
                == "1,200 unread of 8,100")
        let sent = Message(
            "outboxSummary", ["sent": .number(1200), "refused": .number(0), "waiting": .number(42_000)])
        #expect(Localizer.spanish(sent).contains("1200") && Localizer.spanish(sent).contains("42.000"))
    }

    @Test(
        "A text about one thing is in the singular",
        arguments: [
            (Message("listEndsAtLimit", ["limit": 1]), "The list ends after 1 item; "),
            (Message("profilePart", ["0": 1, "1": 0, "2": "complete"]), "0 of 1 account complete"),
            (Message("developerLogPart", ["0": 1, "1": 0]), "0 of 1 line"),
            (
                Message("itemsLeftOut", ["subject": "It", "total": 101, "read": 100, "omitted": 1]),
                "It has 101 items: the first 100 were read, 1 was left out. "
            ),
            (
                Message("linesLeftOut", ["subject": "It", "total": 101, "read": 100, "omitted": 1]),
                "It has 101 new lines: the last 100 were read, 1 was left out. "
            ),
        ])
    func singular(message: Message, text: String) {
        #expect("\(Localizer.english(message)) ".hasPrefix(text))
    }

    @Test("A line, a column or a process is named by its plain number")
    func namedByNumber() {
        let place = Message("atPosition", ["line": .number(1200), "column": .number(1300)])
        #expect(Localizer.english(place) == "(line 1200, column 1300)")
    }

    @Test("The values of a list have the separator of the language between them")
    func lists() {
        let file = #"""
            msgid ""
            msgstr "Plural-Forms: nplurals=1; plural=0;\n"

            msgid "listSeparator"
            msgstr "、"

            msgid "known"
            msgstr "{names}。"
            """#
        Array(file.utf8)
            .withUnsafeBufferPointer { bytes in
                let localizer = Localizer("xx", catalog: MessageCatalog(bytes))
                #expect(localizer(Message("known", ["names": .list(["a", "b", 3])])) == "a、b、3。")
            }
    }

    @Test("A value with braces in it is not filled in again")
    func hostile() { #expect(Localizer.english(.verbatim("{text} {first}")) == "{text} {first}") }
}
