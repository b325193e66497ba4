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

    @Test("Every value that a key is made of has a text in every language")
    func families() {
        var keys = ShareForm.all.map(\.description.key)
        for effect in LabelEffect.allCases { keys += ["effect", "would", "does"].map { "\($0).\(effect.rawValue)" } }
        for action in PersonAction.allCases { keys += ["person", "already"].map { "\($0).\(action.rawValue)" } }
        for reaction in Reaction.allCases { keys += ["reaction", "markOf"].map { "\($0).\(reaction.rawValue)" } }
        keys += PostDraft.Visibility.allCases.map { "audience.\($0.rawValue)" } + ["already.requested", "markOf.pin"]
        keys += PersonAction.everywhere.map { "everywhere.\($0.rawValue)" }
        keys += PresentationStyle.allCases.map { "presentedAs.\($0.rawValue)" }
        keys += [Media.Kind.image, .video, .audio, .file].map(\.message.key)
        keys += Density.allCases.map { "choice.\($0.rawValue)" } + TimeStyle.allCases.map { "choice.\($0.rawValue)" }
        keys += ReadingOrder.allCases.map { "choice.\($0.rawValue)" }
        keys += PictureUse.allCases.map { "choice.\($0.rawValue)" }
        for localizer in Localizer.all { #expect(keys.filter { !localizer.has($0) } == []) }
    }

    @Test("Braces in a value are not replaced again")
    func hostileValue() {
        #expect(Localizer.english(.causeFailed, "{0} {1|a|b}") == "{0} {1|a|b}")
    }
}
