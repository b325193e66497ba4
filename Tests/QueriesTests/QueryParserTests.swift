import EngineConcepts
import EngineTestSupport
import Queries
import Testing

@Suite("The query language is parsed as documented")
struct QueryParserTests {
    @Test("An error has only the beginning and the end of a long part of the query")
    func longMistakes() {
        let name = String(repeating: "a", count: 5000)
        for text in ["\(name):x", "site:\(name)", "lang:\(name)", "date:\(name)", "score:\(name)", "age:\(name)"] {
            do throws(QueryError) {
                _ = try Query(parsing: text)
                Issue.record("\(text.prefix(10)) is a query")
            } catch {
                #expect(error.message.english.count < 700, "\(text.prefix(10)): \(error.message.english.prefix(900))")
            }
        }
    }

    @Test("Sources that are shown by their names become their ids again, and what was typed otherwise stays")
    func shownNames() throws {
        let names: [SupplierID: String] = ["feed:a": "Kerb Notes", "feed:b": "Wall"]
        let query = try Query(parsing: #"source:"feed:a" OR -source:"feed:b" source:Pit rain"#)
        let shown = query.naming(names).description
        #expect(shown.contains(#"source:"Kerb Notes""#) && !shown.contains("feed:"), "\(shown)")
        #expect(try Query(parsing: shown).identifying(names) == query)
    }

    static let kinds = SourceKinds([
        kind("feed", name: "feed"), kind("file", name: "file"), kind("command", name: "command", "exec"),
        kind("hackernews", name: "hn"),
    ])

    private static func kind(_ id: SupplierKind, name: String, _ otherNames: String...) -> SourceKind {
        SourceKind(
            id: id, name: name, otherNames: otherNames, glyph: SourceKind.Glyph("▪", ascii: "-"), colorRole: "text")
    }

    /// A text and its printed form.
    static let readings: [(String, String)] = [
        ("ferrari", "ferrari"),
        ("  ferrari   race ", "ferrari race"),
        ("ferrari AND race", "ferrari race"),
        ("\"pit  stop\"", "\"pit stop\""),
        ("“pit stop”", "\"pit stop\""),
        ("well-known", "\"well-known\""),
        ("C++", "\"C++\""),
        ("stew*", "stew*"),
        ("\"pit st\"*", "\"pit st\"*"),
        ("f1 OR wec", "f1 OR wec"),
        ("a b OR c", "a b OR c"),
        ("a (b OR c)", "a (b OR c)"),
        ("(a b) OR c", "a b OR c"),
        ("((a))", "a"),
        ("a (b c)", "a b c"),
        ("-a", "-a"),
        ("NOT a", "-a"),
        ("--a", "a"),
        ("-(a OR b)", "-(a OR b)"),
        ("-(a b)", "-(a b)"),
        ("a -b OR -c", "a -b OR -c"),
        ("a - b", "a -b"),
        ("*", "*"),
        ("-*", "-*"),
        ("a *", "a"),
        ("#F1", "tag:F1"),
        ("#rac*", "tag:rac*"),
        ("#\"formula one\"", "tag:\"formula one\""),
        ("#(f1 OR wec)", "tag:(f1 OR wec)"),
        ("-#f1", "-tag:f1"),
        ("tag:f1", "tag:f1"),
        ("TAG:f1", "tag:f1"),
        ("tag:(f1 OR wec)", "tag:(f1 OR wec)"),
        ("tag:f1 OR tag:wec", "tag:(f1 OR wec)"),
        ("tag:(f1 -(wec OR imsa))", "tag:f1 -tag:(wec OR imsa)"),
        ("title:(pit stop)", "title:(pit stop)"),
        ("author:\"Ana Sol\"", "author:\"Ana Sol\""),
        ("url:example.org/news", "url:\"example.org/news\""),
        ("source:hn:front", "source:\"hn:front\""),
        ("site:https://Example.org/", "site:example.org"),
        ("lang:pt_BR", "lang:pt-br"),
        ("kind:Feed", "kind:feed"),
        ("kind:exec", "kind:command"),
        ("kind:hn", "kind:hn"),
        ("kind:HackerNews", "kind:hn"),
        ("site:http://example.org:8080", "site:example.org"),
        ("\"a*b\"", "\"a*b\""),
        ("is:unread has:images", "is:unread has:image"),
        ("is:media", "has:media"),
        ("score:>100", "score:>100"),
        ("score:>=101", "score:>100"),
        ("score:100..200", "score:100..200"),
        ("score:..200", "score:<201"),
        ("score:200..", "score:>199"),
        ("score:..999999999999", "score:<=999999999999"),
        ("score:>=999999999999", "score:>999999999998"),
        ("likes:0", "likes:0"),
        ("replies:>=0", "replies:>=0"),
        ("age:<2d", "age:<2d"),
        ("age:<48h", "age:<2d"),
        ("age:>=90m", "age:>90m"),
        ("age:1d..2w", "age:1d..2w"),
        ("date:2026-11-01..", "date:2026-11-01.."),
        ("date:>2026-11-30", "date:2026-12-01.."),
        ("date:<2026-01-01", "date:..2025-12-31"),
        ("date:<2024-03-01", "date:..2024-02-29"),
        ("date:>2025-12", "date:2026-01.."),
        ("date:2026", "date:2026"),
        ("date:2026-10..2026-11-05", "date:2026-10..2026-11-05"),
        ("/lap \\d+/", "/lap \\d+/"),
        ("/a\\/b/", "/a\\/b/"),
        ("title:/^the/", "title:/^the/"),
        ("(/a\\)b/ OR c)", "/a\\)b/ OR c"),
        ("or and not", "or and not"),
        ("\"OR\"", "\"OR\""),
        ("Bar: the story, told.", "Bar the story told"),
        ("10:30", "\"10:30\""),
        ("don't", "\"don't\""),
        ("東京", "\"東京\""),
        ("🏁", "\"🏁\""),
        ("\"say \\\"box\\\" \\\\ now\"", "\"say \\\"box\\\" \\\\ now\""),
    ]

    @Test("A query is parsed and printed in its shortest form", arguments: readings)
    func reads(text: String, printed: String) throws {
        let query = try Query(parsing: text, kinds: Self.kinds)
        #expect(query.description == printed)
        #expect(try Query(parsing: query.description, kinds: Self.kinds) == query)
    }

    /// A text, the column of its error, and a part of the message.
    static let mistakes: [(String, QueryError.Code, Int, String)] = [
        ("", .empty, 1, "the query is empty"),
        ("   ", .empty, 1, "the query is empty"),
        ("tag:f1 lang: en", .expectedValue, 13, "At character 13: expected a value after “lang:”. Write it"),
        ("title:", .expectedValue, 7, "expected a value after “title:”"),
        ("(tag:)", .expectedValue, 6, "expected a value after “tag:”"),
        ("a OR", .expectedValue, 5, "expected something after OR"),
        ("a AND", .expectedValue, 6, "expected something after AND"),
        ("a -", .expectedValue, 4, "expected something after -"),
        ("NOT", .expectedValue, 4, "expected something after NOT"),
        ("OR a", .misplaced, 1, "OR stands between two conditions"),
        ("a OR OR b", .misplaced, 6, "OR stands between two conditions"),
        ("()", .expectedValue, 2, "expected something between ( and )"),
        ("tag:()", .expectedValue, 6, "expected something between ( and )"),
        ("(a OR b", .unclosed, 1, "a ( has no matching )"),
        ("a tag:(b", .unclosed, 7, "a ( has no matching )"),
        ("title:-ferrari", .misplaced, 7, "Write -title: and the value"),
        ("a tag:-f1", .misplaced, 7, "the - of a negation stands before the field"),
        ("a )", .misplaced, 3, "a ) has no matching ("),
        (") a", .misplaced, 1, "a ) has no matching ("),
        ("é \"pit", .unclosed, 3, "the quote is not closed"),
        ("source:\"Bob's Atom\"n", .misplaced, 20, "Put a space after the closing quote"),
        ("\"pit st\"*op", .misplaced, 10, "a quoted text ends with its closing quote"),
        ("/pit", .unclosed, 1, "the regular expression is not closed"),
        ("/pit/i", .misplaced, 6, "(?-i)"),
        ("/usr/bin", .misplaced, 6, "quote it"),
        ("//", .expectedValue, 1, "between the slashes"),
        ("/(a/", .badRegex, 1, "a ( without a matching )"),
        ("/(?=a)/", .badRegex, 1, "look-around"),
        ("lang:/e/", .unknownValue, 6, "lang: does not take regular expressions"),
        ("colour:red", .unknownField, 1, "“colour” is not a field"),
        ("from:ana", .unknownField, 1, "author:"),
        ("after:2026-11-01", .unknownField, 1, "date:2026-11-01.."),
        ("newer_than:2d", .unknownField, 1, "age:<2d"),
        ("a https://example.org/x", .unknownField, 3, "url:example.org/page"),
        ("is:funny", .unknownValue, 4, "is:unread, is:read, is:starred"),
        ("is:new", .unknownValue, 4, "is:unread"),
        ("has:foo", .unknownValue, 5, "has:note, has:quote."),
        ("has:podcast", .unknownValue, 5, "has:enclosure"),
        ("lang:english", .unknownValue, 6, "lang:en"),
        ("lang:en,es", .unknownValue, 6, "lang:(en OR es)"),
        ("tag:f1,wec", .unknownValue, 5, "tag:(f1 OR wec)"),
        ("#f1,wec", .unknownValue, 2, "tag:(f1 OR wec)"),
        ("#f1*x", .misplaced, 4, "tag:f1*"),
        ("site:a/b", .unknownValue, 6, "url:example.org/news"),
        ("site:http://example.org/news", .unknownValue, 6, "site:example.org for the whole site"),
        ("site:http://", .unknownValue, 6, "site:example.org"),
        ("kind:foo", .unknownValue, 6, "kind:feed, kind:file, kind:command"),
        ("f1 a*b", .misplaced, 5, "For what begins with it write a*; for letters in between"),
        ("*b", .misplaced, 1, "/\\S*b/"),
        ("title:pit*stop", .misplaced, 10, "title:/pit\\S*stop/"),
        ("f1**", .misplaced, 3, "only at the end"),
        ("score:many", .badRange, 7, "“many” is not a number"),
        ("score:>1,000", .badRange, 7, "digits only"),
        ("score:<0", .badRange, 7, "no number lies"),
        ("score:9..1", .badRange, 7, "no number lies"),
        ("score:>", .badRange, 7, "expected a number"),
        ("score:99999999999999999999", .badRange, 7, "is not a number"),
        ("age:2d", .badRange, 5, "age:<2d"),
        ("age:<2mo", .badRange, 5, "30d"),
        ("age:<2", .badRange, 5, "a number and s, m, h"),
        ("age:<0d", .badRange, 5, "no age lies"),
        ("age:<99999999999999y", .badRange, 5, "is not a length of time"),
        ("date:today", .badRange, 6, "age:<1d"),
        ("date:2026/11/1", .badRange, 6, "2026-11-01"),
        ("date:1.11.2026", .badRange, 6, "2026-11-01"),
        ("date:2026-02-30", .badRange, 6, "is not a date"),
        ("date:10/13/2026", .badRange, 6, "2026-10-13"),
        ("date:31/13/2026", .badRange, 6, "no such day"),
        ("date:Thursday", .badRange, 6, "Write a day"),
        ("date:2026-11-02..2026-11-01", .badRange, 6, "no day lies"),
        ("date:2026-11-01T10:00", .badRange, 6, "Dates are to the day"),
        ("title =~ \"f1\"", .nothingToFind, 7, "title:/ferr[aeo]ri/"),
        ("f1 && wec", .nothingToFind, 4, "side by side"),
        ("f1 | wec", .nothingToFind, 4, "OR"),
        ("a # f1", .nothingToFind, 3, "title:/ferr[aeo]ri/"),
        ("… …", .nothingToFind, 1, "neither letters nor digits"),
        ("title:*", .nothingToFind, 7, "“*” has neither letters nor digits"),
        ("tag:(title:a)", .unknownField, 6, "“title” cannot stand within tag:( )"),
    ]

    @Test("A syntax error has its column and advice", arguments: mistakes)
    func tells(text: String, code: QueryError.Code, column: Int, words: String) {
        do throws(QueryError) {
            let query = try Query(parsing: text, kinds: Self.kinds)
            Issue.record("“\(text)” was read as \(query)")
        } catch {
            #expect(error.code == code, "\(error)")
            #expect(error.column == column, "\(error)")
            #expect(error.message.english.contains(words), "\(error)")
            #expect(error.message.english.hasPrefix("At character") == (code != .empty), "\(error)")
        }
    }

    /// An accent of its own scalar, a flag of two scalars and a family of five.
    private static let clusters = "e\u{301}🇪🇸👨‍👩‍👧"

    @Test(
        "Columns count characters, not scalars",
        arguments: [
            ("\(clusters) is:odd", 8), ("\(clusters) \(clusters)*\(clusters)", 8), ("\(clusters) (", 5),
            ("\(clusters) lang:", 10), ("title:(\(clusters) title:a)", 12), ("\(clusters) /(/", 5),
            ("\(clusters) \"", 5), ("\(clusters) title:(", 11), ("\(clusters) colour:red", 5),
            (clusters + String(repeating: "a", count: 8_000), 7_995),
        ])
    func columns(text: String, column: Int) {
        do throws(QueryError) {
            let query = try Query(parsing: text)
            Issue.record("“\(text)” was read as \(query)")
        } catch {
            #expect(error.column == column, "\(error)")
        }
    }

    @Test(
        "Hostile queries cost neither stack nor time",
        arguments: [
            String(repeating: "(", count: 7999), String(repeating: "-", count: 7999) + "a",
            String(repeating: "NOT ", count: 1999) + "a", String(repeating: "tag:(", count: 1000),
            String(repeating: "a ", count: 3999), String(repeating: "a", count: 8001),
        ])
    func limits(text: String) {
        #expect(throws: QueryError.self) { try Query(parsing: text) }
        do throws(QueryError) {
            _ = try Query(parsing: text)
        } catch {
            #expect([.tooLarge, .unknownField].contains(error.code), "\(error)")
        }
    }
}
