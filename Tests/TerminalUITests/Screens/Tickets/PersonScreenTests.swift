import EngineTestSupport
import Localization
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("People on the screens")
struct PersonScreenTests {
    private func fixture(
        width: Int = 100, height: Int = 30, localizer: Localizer = .english, write: ((String) -> Void)? = nil
    ) async throws -> AppFixture {
        let fixture = try AppFixture(
            width: width, height: height, localizer: localizer, posting: FakePosting(), outlines: Scene.thread,
            notes: FakeNotes(), write: write)
        await fixture.startWithScene()
        return fixture
    }

    @Test("Alt-i asks who else the author is, completes handles, and the open ticket names the person")
    func linked() async throws {
        let fixture = try await fixture()
        try await fixture.press("alt-i")
        #expect(fixture.line(with: "Pit Wall Live is the same person as:") != nil)
        #expect(fixture.line(with: "empty takes out.") != nil)
        await fixture.type("@bob")
        #expect(fixture.line(with: "@bobby@pit.example") != nil)
        try await fixture.press("tab tab")
        #expect(fixture.line(with: "as: @bobby@pit.example") != nil)
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("Pit Wall Live is one person:"))
        try await fixture.press("enter")
        #expect(fixture.line(with: "≡ Pit Wall Live · @bobby@pit.example") != nil)
        try await fixture.press("alt-i")
        #expect(fixture.line(with: "≡ @bobby@pit.example") != nil)
        try await fixture.press("escape U")
        #expect(fixture.line(with: "≡ Pit Wall Live") == nil && fixture.terminal.text.contains("The link is undone."))
        try await fixture.end()
    }

    @Test("The suggestion that Tab has taken is visible where not all have room")
    func visibleSuggestion() async throws {
        let fixture = try await fixture(height: 4)
        try await fixture.press("alt-i")
        await fixture.type("@bo")
        try await fixture.press("tab tab")
        #expect(fixture.line(with: "▌ @bobby@pit.example") != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Text that is pasted between keys before the author is read keeps its place")
    func early() async throws {
        let fixture = try await fixture()
        try fixture.terminal.press("alt-i")
        fixture.terminal.type("@b")
        fixture.terminal.send(.paste("ob@kerb"))
        fixture.terminal.type(".example")
        await fixture.app.idle()
        #expect(fixture.line(with: "as: @bob@kerb.example") != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A person or author is typed on the command line, and a text that is neither is refused")
    func typed() async throws {
        let fixture = try await fixture()
        try await fixture.press(":")
        await fixture.type("link-person @bob@kerb.example")
        try await fixture.press("enter enter")
        #expect(fixture.line(with: "≡ Pit Wall Live · @bob@kerb.example") != nil)
        try await fixture.press("q")
        try await fixture.end()
    }

    @Test("A narrow screen cuts what it cannot show, and linear mode says the prompt and its suggestions")
    func narrowAndLinear() async throws {
        var said = ""
        let fixture = try await fixture(width: 40, height: 10, write: { said += $0 })
        try await fixture.press("alt-i")
        await fixture.type("@bob")
        try await fixture.press("tab")
        for line in fixture.terminal.lines { #expect(TextWidth.width(of: line) <= 40) }
        #expect(said.contains("Pit Wall Live is the same person as:") && said.contains("@bob@kerb.example"))
        try await fixture.press("escape")
        try await fixture.end()
        let spanish = try await self.fixture(localizer: .spanish)
        try await spanish.press("alt-i")
        #expect(spanish.line(with: "Pit Wall Live es la misma persona que:") != nil)
        try await spanish.press("escape")
        try await spanish.end()
    }
}
