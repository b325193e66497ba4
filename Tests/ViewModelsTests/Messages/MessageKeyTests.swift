import EngineConcepts
import EngineTestSupport
import Localization
import Testing

@testable import ViewModels

@Suite("Texts of messages")
struct MessageKeyTests {
    @Test("Every key has a text, and every placeholder has a value")
    func localizer() {
        #expect(MessageKey.allCases.filter { !Localizer.english.has($0.rawValue) } == [])
        let localizer = Localizer.english
        #expect(localizer(.refreshBrought, .number(1)) == "1 new item")
        #expect(localizer(.refreshBrought, .number(2)) == "2 new items")
        #expect(
            localizer(.refreshBroughtLate, .number(5), .number(2))
                == "5 new items, 2 of them late, among those shown before")
        #expect(localizer(.sourcesAttention, .text("32"), .number(2)) == "32, of which 2 need attention")
    }

    @Test("Braces in a value are not replaced again")
    func hostileValue() {
        #expect(Localizer.english(.causeFailed, "{0} {1|a|b}") == "{0} {1|a|b}")
    }
}
