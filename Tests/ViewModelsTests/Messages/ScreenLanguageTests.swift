import EngineConcepts
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Languages")
struct ScreenLanguageTests {
    @Test("Every language describes the credited projects", arguments: Localizer.all)
    func credits(localizer: Localizer) {
        for credit in Credit.all { #expect(localizer.has(credit.purpose), "\(credit.name) in \(localizer.language)") }
    }

    @Test("Context lines of Fiber's presenters are translated")
    func presenters() {
        let boosted = Message("postBoostedBy", ["name": .text("Lap Chart")])
        #expect(Localizer.spanish(boosted) == "impulsada por Lap Chart")
        #expect(Localizer.english(boosted) == "boosted by Lap Chart")
        #expect(Localizer.spanish(Message("newsFollow", [:])) == "te sigue")
        let quote = Message("filterMissingAtEnd", ["expected": .message(Message("filterQuote", [:]))])
        #expect(Localizer.spanish(quote) == "falta una comilla de cierre al final")
    }

    @Test(
        "Names of days are accepted in each language without regard to case", arguments: ["yesterday", "ayer", "Ayer"])
    func days(word: String) {
        let reader = DateReader(zone: FixedZone(), now: Fixture.now)
        #expect(reader.time(word) != nil && reader.time(word) == reader.time("yesterday"))
    }

    @Test(
        "A day without a time can mean its start, and its calendar day; without an offset, times are local",
        arguments: [
            ("2026-11-19", "2026-11-18T23:00:00Z", 19), ("yesterday", "2026-11-18T23:00:00Z", 19),
            ("today", "2026-11-19T23:00:00Z", 20), ("2026-11", "2026-10-31T23:00:00Z", 30),
            ("2d", "2026-11-18T11:54:00Z", 18), ("2026-11-19 14:05", "2026-11-19T13:05:00Z", 19),
            ("2026-11-19T14:05", "2026-11-19T13:05:00Z", 19), ("2026-11-19 14:05:30", "2026-11-19T13:05:30Z", 19),
            ("2026-11-19T14:05:30Z", "2026-11-19T14:05:30Z", 19),
            ("2026-11-19T14:05-03:00", "2026-11-19T17:05:00Z", 19), ("19 nov", "2026-11-18T23:00:00Z", 19),
            ("Thursday 19 November", "2026-11-18T23:00:00Z", 19), ("jue, 19 NOV 14:05", "2026-11-19T13:05:00Z", 19),
            ("21 Nov", "2025-11-20T23:00:00Z", 21), ("19 nov 2024", "2024-11-18T23:00:00Z", 19),
            ("29 feb", "2024-02-28T23:00:00Z", 29),
        ])
    func starts(word: String, start: String, day: Int) {
        let reader = DateReader(zone: FixedZone(secondsAhead: 3600), now: Fixture.now)
        #expect(reader.start(word)?.rfc3339 == start)
        #expect(reader.day(word)?.day == day)
        #expect(reader.start("soon") == nil && reader.day("soon") == nil)
        #expect(reader.ahead("19 nov")?.rfc3339 == "2027-11-18T23:00:00Z")
        #expect(reader.ahead("21 nov 9:00")?.rfc3339 == "2026-11-21T08:00:00Z")
    }

    @Test(
        "A year has four digits, and any year that they can write is one",
        arguments: [
            ("0001-01-01", "0001-01-01T00:00:00Z"), ("0099-12", "0099-12-01T00:00:00Z"),
            ("9999-12-31", "9999-12-31T00:00:00Z"), ("10000-01-01", nil), ("26-11-20", nil), ("-0001-01-01", nil),
            ("20.11.0001", "0001-11-20T00:00:00Z"), ("20.11.26", nil),
        ])
    func years(word: String, start: String?) {
        let reader = DateReader(zone: FixedZone(secondsAhead: 0), now: Fixture.now)
        #expect(reader.start(word)?.rfc3339 == start)
    }

    @Test(
        "A time ahead is a time of day at its next occurrence, a duration from now, or a date with a time",
        arguments: [
            ("14:05", "2026-11-20T13:05:00Z"), ("11:00", "2026-11-21T10:00:00Z"), ("3h", "2026-11-20T14:54:00Z"),
            ("2 d", "2026-11-22T11:54:00Z"), ("2026-11-24 09:00", "2026-11-24T08:00:00Z"),
            ("2026-11-24", "2026-11-23T23:00:00Z"), ("2026-11-24T09:00:00Z", "2026-11-24T09:00:00Z"),
            ("2026-11-24T09:00:00+03:00", "2026-11-24T06:00:00Z"), ("soon", nil), ("", nil),
        ])
    func ahead(text: String, time: String?) {
        let reader = DateReader(zone: FixedZone(secondsAhead: 3600), now: Fixture.now)
        #expect(reader.ahead(text)?.rfc3339 == time)
    }

    @Test(
        "The setting for the language takes precedence over the environment",
        arguments: [
            ("auto", ["LANG": "es_ES.UTF-8"], "es"), ("auto", ["LANG": "es_ES.UTF-8", "LC_ALL": "C"], "en"),
            ("auto", ["LC_MESSAGES": "es", "LANG": "de_DE"], "es"), ("auto", ["LANG": "fr_FR"], "en"),
            ("auto", [:], "en"),
            ("es", ["LANG": "en_GB"], "es"), ("en", ["LANG": "es_MX"], "en"),
        ])
    func choice(name: String, environment: [String: String], language: String) {
        #expect(Localizer.named(name, environment: environment).language == language)
    }

    @Test("Queries are explained in every language", arguments: Localizer.all.filter { $0 != .english })
    func queries(localizer: Localizer) throws {
        for text in ["title:lap", "is:unread", "score:>5", "age:<2d", "date:2026", "-site:a.example", "lap OR box"] {
            let query = try Query(parsing: text)
            #expect(localizer(query.explanation()) != Localizer.english(query.explanation()), "\(text)")
        }
    }

    @Test(
        "Spanish plurals depend on the number",
        arguments: [
            (MessageKey.refreshBrought, "1 entrada nueva", "42.100 entradas nuevas"),
            (.filterHidden, "1 oculta", "42.100 ocultas"), (.performanceTickets, "1 entrada", "42.100 entradas"),
            (.performanceRequestsLeft, "queda 1 petición", "quedan 42.100 peticiones"),
            (.composeTooLong, "Sobra 1 carácter.", "Sobran 42.100 caracteres."),
            (
                .searchHidden, "el filtro oculta 1; busca en todo para incluirla",
                "el filtro oculta 42.100; busca en todo para incluirlas"
            ),
        ])
    func numbers(key: MessageKey, one: String, many: String) {
        #expect(Localizer.spanish(key, .number(1)) == one)
        #expect(Localizer.spanish(key, .number(42_100)) == many)
    }

    @Test(
        "Spanish names several counts before their numbers, so that no plural depends on them",
        arguments: [
            Message("fillSummary", ["inserted": 1, "updated": 1, "deleted": 1]),
            Message("outboxSummary", ["sent": 1, "refused": 1, "waiting": 1]),
            Message("developerFillsEndedOf", ["0": 1, "1": 1, "2": 1]),
            Message("developerRequestsOf", ["0": 1, "1": 1, "2": 1]),
            Message("developerItemsOf", ["0": 1, "1": 1]),
        ])
    func severalNumbers(message: Message) {
        let text = Localizer.spanish(message)
        #expect(text.contains(": 1") && text.firstMatch(of: /1 \p{L}/) == nil, "\(text)")
    }

    @Test(
        "Spanish uses the feminine for tickets",
        arguments: [
            MessageKey.newAbove, .editedBadge, .datedBadge, .edited, .filterHidden, .muffledBadge,
            .hiddenBadge, .unhiddenUndone, .ruleBoostsOf, .ruleDuplicates, .saidRead, .saidBoosted,
            .saidNotBoosted, .saidBookmarked, .saidNotBookmarked,
        ])
    func gender(messageKey: MessageKey) {
        for count in [1, 2] {
            let text = Localizer.spanish(messageKey, .number(count))
            #expect(text.firstMatch(of: /(ado|ido|ído|ulto|uevo)s?\b/) == nil, "\(text)")
        }
    }
}
