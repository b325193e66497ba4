import EngineConcepts
import Localization
import Testing

@testable import ViewModels

@Suite("Languages")
struct LanguageTests {
    @Test("Every language describes the credited projects", arguments: Localizer.all)
    func credits(localizer: Localizer) {
        for credit in Credit.all { #expect(localizer.has(credit.purpose), "\(credit.name) in \(localizer.language)") }
    }

    @Test("Context lines of Fiber's presenters are translated, those of others are not")
    func presenters() {
        #expect(Localizer.spanish.ofPresenters("boosted by Lap Chart") == "impulsada por Lap Chart")
        #expect(Localizer.spanish.ofPresenters("in reply") == "en respuesta")
        #expect(Localizer.spanish.ofPresenters("from the pit lane") == "from the pit lane")
        #expect(Localizer.english.ofPresenters("boosted by Lap Chart") == "boosted by Lap Chart")
    }

    @Test(
        "Names of days are accepted in each language without regard to case", arguments: ["yesterday", "ayer", "Ayer"])
    func days(word: String) {
        let reader = DateReader(zone: FixedZone(), now: Fixture.now)
        #expect(reader.time(word) != nil && reader.time(word) == reader.time("yesterday"))
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

    @Test("Spanish plurals depend on the number")
    func numbers() {
        #expect(Localizer.spanish(.refreshBrought, .number(1)) == "1 entrada nueva")
        #expect(Localizer.spanish(.refreshBrought, .number(7)) == "7 entradas nuevas")
    }

    @Test(
        "Spanish uses the feminine for tickets",
        arguments: [
            MessageKey.boosted, .boostedBy, .newAbove, .editedBadge, .datedBadge, .edited, .filterHidden, .muffledBadge,
            .hiddenBadge, .filteredCount, .unhiddenUndone, .ruleBoostsOf, .ruleDuplicates, .saidRead, .saidBoosted,
            .saidNotBoosted, .saidBookmarked, .saidNotBookmarked,
        ])
    func gender(messageKey: MessageKey) {
        for count in [1, 2] {
            let text = Localizer.spanish(messageKey, .number(count))
            #expect(text.firstMatch(of: /(ado|ido|ído|ulto|uevo)s?\b/) == nil, "\(text)")
        }
    }
}
