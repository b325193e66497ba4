import EngineConcepts
import Localization
import Queries
import Testing

@Suite("Queries are explained in words")
struct QueryExplainerTests {
    @Test(
        "An explanation says what a query picks and what it does not",
        arguments: [
            ("*", "all items"),
            ("-*", "no items"),
            ("ferrari", "items that have “ferrari”"),
            ("title:ferrari is:unread", "items whose title has “ferrari” and that are unread"),
            (
                "title:ferrari is:unread -tag:f1",
                "items whose title has “ferrari” and that are unread, but not those that are tagged “f1”"
            ),
            ("tag:(f1 OR wec OR imsa)", "items that are tagged “f1”, “wec” or “imsa”"),
            ("f1 (is:boost OR is:reply)", "items that have “f1” and (that are boosts or that are replies)"),
            ("-is:boost", "items that are not boosts"),
            ("-(a b)", "items other than those (that have “a” and that have “b”)"),
            ("lang:(en OR es)", "items whose language is English or Spanish"),
            ("lang:pt-br lang:xx", "items whose language is Portuguese (BR) and whose language is xx"),
            ("score:>100 age:<2d", "items whose score is over 100 and that are younger than 2 days"),
            ("age:>1w date:2026-11..", "items that are older than 1 week and whose date is 2026-11 or later"),
            ("age:3w..1y", "items that are between 3 weeks and 1 year old"),
            ("-a -is:read", "items other than those that have “a” and those that are read"),
            ("a -b -c", "items that have “a”, but not those that have “b”, but not those that have “c”"),
            ("tag:a OR -tag:b", "items that are tagged “a” or that are not tagged “b”"),
            ("score:1500 OR -likes:2..4", "items whose score is 1,500 or whose likes are not from 2 to 4"),
            ("stew* author:\"Ana Sol\"", "items that have “stew…” and whose author is called “Ana Sol”"),
            ("/lap \\d/ site:example.org", "items that match /lap \\d/ and that lead to example.org"),
            ("title:/^the/ -has:image", "items whose title matches /^the/, but not those with pictures"),
        ])
    func explains(text: String, words: String) throws {
        #expect(try Localizer.english(Query(parsing: text).explanation()) == words)
    }

    @Test("An explanation names kinds of source that are known, and languages in the language of the reader")
    func namesOfCodes() throws {
        let kind = SourceKind(
            id: "clock", name: "clock", title: .verbatim("Speaking Clock"), glyph: SourceKind.Glyph("c", ascii: "c"),
            colorRole: "tag")
        let query = try Query(parsing: "kind:(clock OR odd) lang:DE")
        #expect(
            Localizer.english(query.explanation(kinds: SourceKinds([kind])))
                == "items whose source is of the kind Speaking Clock or odd and whose language is German")
        #expect(Localizer.spanish(try Query(parsing: "lang:de").explanation()) == "entradas cuyo idioma es alemán")
    }

    @Test(
        "An explanation in Spanish says the same",
        arguments: [
            ("*", "todas las entradas"),
            (
                "title:ferrari is:unread -tag:f1",
                "entradas cuyo título tiene «ferrari» y que están sin leer, pero no aquellas que llevan la etiqueta «f1»"
            ),
            ("tag:(f1 OR wec OR imsa)", "entradas que llevan la etiqueta «f1», «wec» o «imsa»"),
            ("-is:boost", "entradas que no son impulsos"),
            ("-(a b)", "entradas salvo aquellas (que tienen «a» y que tienen «b»)"),
            ("score:>100 age:<2d", "entradas cuya puntuación pasa de 100 y que tienen menos de 2 días"),
            ("-likes:<5", "entradas cuyo número de me gusta llega a 5"),
            ("age:>1w date:2026-11..", "entradas que tienen más de 1 semana y cuya fecha es 2026-11 o posterior"),
            ("age:3w..1y", "entradas que tienen entre 3 semanas y 1 año"),
            ("has:warning -has:image", "entradas con aviso de contenido, pero no aquellas con imágenes"),
        ])
    func explainsInSpanish(text: String, words: String) throws {
        #expect(try Localizer.spanish(Query(parsing: text).explanation()) == words)
    }

    @Test("Any number of conditions is explained in the order of writing", arguments: [2, 3, 7, 1000])
    func many(count: Int) throws {
        let words = (1...count).map { "w\($0)" }
        let clauses = words.map { "that have “\($0)”" }
        func explanation(_ separator: String, _ parts: [String]) throws -> String {
            try Localizer.english(Query(parsing: parts.joined(separator: separator)).explanation())
        }
        #expect(try explanation(" ", words) == "items " + clauses.joined(separator: " and "))
        let negated = words.map { "-\($0)" }
        #expect(try explanation(" ", negated) == "items other than those " + clauses.joined(separator: " and those "))
        let values = words.dropLast().map { "“\($0)”" }.joined(separator: ", ")
        #expect(try explanation(" OR ", words) == "items that have \(values) or “w\(count)”")
    }
}
