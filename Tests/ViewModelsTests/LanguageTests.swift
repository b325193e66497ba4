import EngineConcepts
import Localization
import Testing

@testable import ViewModels

@Suite("Languages")
struct LanguageTests {
    @Test("Every language says what credited work does", arguments: Localizer.all)
    func credits(wording: Localizer) {
        for credit in Credit.all { #expect(wording.has(credit.purpose), "\(credit.name) in \(wording.language)") }
    }

    @Test("What presenters say is said in the reader's language; what others' say stays as it is")
    func presenters() {
        #expect(Localizer.spanish.ofPresenters("boosted by Lap Chart") == "impulsada por Lap Chart")
        #expect(Localizer.spanish.ofPresenters("in reply") == "en respuesta")
        #expect(Localizer.spanish.ofPresenters("from the pit lane") == "from the pit lane")
        #expect(Localizer.english.ofPresenters("boosted by Lap Chart") == "boosted by Lap Chart")
    }

    @Test("Names of days are typed in either language, in any case", arguments: ["yesterday", "ayer", "Ayer"])
    func days(word: String) {
        let reader = DateReader(zone: FixedZone(), now: Fixture.now)
        #expect(reader.time(word) != nil && reader.time(word) == reader.time("yesterday"))
    }

    @Test(
        "The environment chooses the language, and the setting before it",
        arguments: [
            ("auto", ["LANG": "es_ES.UTF-8"], "es"), ("auto", ["LANG": "es_ES.UTF-8", "LC_ALL": "C"], "en"),
            ("auto", ["LC_MESSAGES": "es", "LANG": "de_DE"], "es"), ("auto", ["LANG": "fr_FR"], "en"),
            ("auto", [:], "en"),
            ("es", ["LANG": "en_GB"], "es"), ("en", ["LANG": "es_MX"], "en"),
        ])
    func choice(name: String, environment: [String: String], language: String) {
        #expect(Localizer.named(name, environment: environment).language == language)
    }

    @Test("Numbers choose their words in Spanish too")
    func numbers() {
        #expect(Localizer.spanish(.refreshBrought, .number(1)) == "1 entrada nueva")
        #expect(Localizer.spanish(.refreshBrought, .number(7)) == "7 entradas nuevas")
    }

    @Test(
        "Spanish says of tickets, which are feminine there, what is so in the feminine",
        arguments: [
            MessageKey.boosted, .boostedBy, .newAbove, .editedBadge, .datedBadge, .edited, .filterHidden, .mutedBy,
            .hiddenBadge, .filteredCount, .unhiddenUndone, .ruleBoostsOf, .ruleDuplicates, .saidRead, .saidBoosted,
            .saidNotBoosted, .saidBookmarked, .saidNotBookmarked,
        ])
    func gender(phrase: MessageKey) {
        for count in [1, 2] {
            let text = Localizer.spanish(phrase, .number(count))
            #expect(text.firstMatch(of: /(ado|ido|ído|ulto|uevo)s?\b/) == nil, "\(text)")
        }
    }
}
