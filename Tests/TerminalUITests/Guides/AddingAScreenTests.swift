import Coordinators
import FoundationBasics
import TerminalDriverTestSupport
import Testing
import ViewModels

@testable import TerminalUI

/// The guide to adding a screen.
@Suite("The guide to adding a screen")
struct AddingAScreenTests {
    @Test("The guide's screen works after one row was added to the table of screens")
    func works() async throws {
        let fixture = try AppFixture(screens: ScreenTable.rows + [.tally])
        await fixture.startWithScene()
        #expect(await fixture.app.show(.screen(ScreenName(rawValue: "tally"))) == .opened)
        try await fixture.press("j alt-3 j")
        #expect(fixture.terminal.text.contains("4 times down"))
        try await fixture.press("?")
        #expect(fixture.app.coordinator?.timeline?.screen == .help)
        try await fixture.press("escape escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("The guide shows the code that this test compiles")
    func guide() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let code = try #require(
            FileManager.default.contents(atPath: root + "/Tests/TerminalUITests/Guides/TallyScreen.swift"))
        let guide = try #require(FileManager.default.contents(atPath: root + "/docs/guides/adding-a-screen.md"))
        let shown = String(decoding: guide, as: UTF8.self)
        #expect(shown.contains("```swift\n\(String(decoding: code, as: UTF8.self))```"))
    }
}
