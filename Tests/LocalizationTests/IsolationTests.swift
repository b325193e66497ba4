import EngineConcepts
import Testing

@testable import Localization

@Suite("Right-to-left names in messages")
struct IsolationTests {
    private let name = "أخبار"

    @Test("A name is isolated once, and only for text that is ordered when it is drawn")
    func names() {
        let isolated = "\u{2068}\(name)\u{2069}"
        let drawn = Localizer.english.isolating
        #expect(drawn.isolated(name) == isolated)
        #expect(drawn.isolated("Kerb, \(isolated)") == "Kerb, \(isolated)")
        #expect(drawn.isolated("Céline 漢字 🚗") == "Céline 漢字 🚗")
        #expect(Localizer.english.isolated(name) == name)
        let failure = Message("loginRequired", ["host": "a.example", "status": 401])
        #expect(drawn.text(failure, about: name) == "\(isolated) requires a login (401)")
        let reason = Message("commentaryFailing", ["notes": 1, "reason": .text(name)])
        #expect(drawn(reason).hasSuffix("last update failed: \(isolated)"))
        #expect(Localizer.english(reason).hasSuffix("last update failed: \(name)"))
    }
}
