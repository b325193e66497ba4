import Testing

@testable import ViewModels

@Suite("Languages")
struct LanguageTests {
    @Test("Every language has every phrase, with the same values in it", arguments: Localization.all)
    func complete(wording: Localization) {
        #expect(wording.untranslated == [])
        #expect(wording.days.count == 7 && wording.months.count == 12)
        for (phrase, text) in wording.texts {
            let own = places(text)
            let english = places(Localization.english.texts[phrase] ?? "")
            #expect(own == english, "\(phrase) in \(wording.language)")
        }
    }

    @Test("Every language says what credited work does, and nothing else", arguments: Localization.all.dropFirst())
    func credits(wording: Localization) {
        #expect(Set(wording.creditTexts.keys) == Set(Credit.all.map(\.purpose)))
    }

    @Test("What presenters say is said in the reader's language; what others' say stays as it is")
    func presenters() {
        #expect(Localization.spanish.ofPresenters("boosted by Lap Chart") == "impulsada por Lap Chart")
        #expect(Localization.spanish.ofPresenters("in reply") == "en respuesta")
        #expect(Localization.spanish.ofPresenters("from the pit lane") == "from the pit lane")
        #expect(Localization.english.ofPresenters("boosted by Lap Chart") == "boosted by Lap Chart")
    }

    @Test("Names of days are typed in either language, in any case", arguments: ["yesterday", "ayer", "Ayer"])
    func days(word: String) {
        let reader = DateReader(zone: FixedZone(), now: Fixture.now)
        #expect(reader.time(word) != nil && reader.time(word) == reader.time("yesterday"))
    }

    /// The numbers of the values that a text takes.
    private func places(_ text: String) -> Set<Character> {
        Set(text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1).compactMap(\.first))
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
        #expect(Localization.named(name, environment: environment).language == language)
    }

    @Test("Numbers choose their words in Spanish too")
    func numbers() {
        #expect(Localization.spanish(.refreshBrought, .number(1)) == "1 entrada nueva")
        #expect(Localization.spanish(.refreshBrought, .number(7)) == "7 entradas nuevas")
    }

    @Test(
        "Spanish says of tickets, which are feminine there, what is so in the feminine",
        arguments: [
            MessageKey.boosted, .boostedBy, .newAbove, .editedBadge, .datedBadge, .edited, .filterHidden, .mutedBy,
            .hiddenBadge, .filteredCount, .unhiddenUndone, .ruleBoostsOf, .ruleDuplicates, .saidRead, .saidBoosted,
            .saidNotBoosted, .saidBookmarked, .saidNotBookmarked, .settingMarkOnOpen, .settingMarkOnPassing,
        ])
    func gender(phrase: MessageKey) {
        for count in [1, 2] {
            let text = Localization.spanish(phrase, .number(count))
            #expect(text.firstMatch(of: /(ado|ido|ído|ulto|uevo)s?\b/) == nil, "\(text)")
        }
    }
}
