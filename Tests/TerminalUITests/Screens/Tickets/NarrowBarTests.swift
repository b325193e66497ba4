import EngineConcepts
import FiberConfiguration
import Localization
import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Bars of narrow screens")
struct NarrowBarTests {
    private let appearance = Appearance(theme: .plain)

    private func row(_ width: Int, _ draw: (inout CellBuffer) -> Void) -> String {
        var buffer = CellBuffer(size: Size(width: width, height: 1))
        draw(&buffer)
        return buffer.lines[0]
    }

    @Test("Without room for both, the bottom bar shows the first key and not the state at the right")
    func keyOrState() {
        let hint = KeyHint(Key.named(.enter), "show the source", glyphs: appearance.glyphs)
        func bottom(_ width: Int) -> String {
            row(width) {
                Bars(appearance: appearance).bottom(hints: [hint], right: TextLine("11:54 "), in: $0.bounds, of: &$0)
            }
        }
        #expect(bottom(30) == " ⏎ show the source      11:54")
        for width in 18...26 { #expect(bottom(width) == " ⏎ show the source", "at \(width)") }
        #expect(bottom(12).contains("11:54"), "there is no room for the key")
    }

    @Test("The state of the timeline takes fewer words rather than lose a part of the key that it names")
    func keyOfState() {
        func bottom(_ completeness: [String]) -> String {
            let footer = TimelineState.Footer(
                completeness: completeness[0], briefCompleteness: Array(completeness.dropFirst()), isBehind: true,
                clock: "", briefClock: "11:54")
            let state = TimelineState(
                header: TimelineState.Header(view: "All", isLimited: false, newAbove: 0), body: .words(""),
                footer: footer, banner: nil, density: .regular, timeStyle: .relative)
            let layout = TimelineLayout(appearance: appearance, keys: ShownKeys())
            var buffer = CellBuffer(size: Size(width: 80, height: 3))
            TimelineScreen(appearance: appearance, layout: layout, hints: [])
                .draw(state, in: buffer.bounds, of: &buffer)
            return buffer.lines[2]
        }
        let forms = ["not up to date: Motorsport Weekly (E)", "1 source behind (E)", "1 source behind"]
        #expect(bottom(forms).hasSuffix(" 1 source behind (E)   11:54"))
        #expect(bottom(["not up to date: WEC (E)"] + forms[1...]).hasSuffix("not up to date: WEC (E)   11:54"))
        let typed = ["112 sources behind (:show-sources)", "112 sources behind"]
        #expect(bottom([forms[0]] + typed).hasSuffix(" 112 sources behind   11:54"))
        #expect(bottom(["complete since Thursday 12 November, 11:59"]).contains("…"))
    }

    @Test(
        "A question takes as many rows as it needs, so that the keys that answer it are visible",
        arguments: [(20, 5), (40, 10), (80, 24)])
    func question(width: Int, height: Int) async throws {
        let fixture = try AppFixture(width: width, height: height)
        await fixture.startWithScene()
        try await fixture.press("A")
        let words = fixture.terminal.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Mark all 6 as read? A confirms; Esc cancels."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The top bar shortens its right end before it leaves it out")
    func shortEnd() {
        let header = TimelineState.Header(
            view: "All", isLimited: false, total: 260, unread: 194, newAbove: 53, topics: [], allUnread: 194,
            filter: TimelineState.Filter(state: .on, hidden: 16))
        func bar(_ width: Int) -> String {
            row(width) { TimelineBar(appearance: appearance).draw(header, in: $0.bounds, of: &$0) }
        }
        #expect(bar(30).hasSuffix("◉ 16   ↑ 53 new"))
        for width in 23...25 { #expect(bar(width).hasSuffix("◉ 16   ↑ 53"), "at \(width): \(bar(width))") }
        #expect(bar(20) == " ◢   All", "there is no room for both")
    }

    @Test("At 40 columns the banner takes the lines that it needs, and the top bar counts unread items")
    func timeline() async throws {
        let banner = "This is a sample: a adds sources, @ signs in. Or quit and run: fiber add URL"
        let fixture = try AppFixture(width: 40, height: 12, banner: banner)
        await fixture.startWithScene()
        let lines = fixture.terminal.lines
        #expect(lines[0].hasPrefix(" ◢   All   6"), "\(lines)")
        #expect(lines[1...3].joined().filter { $0 != " " } == banner.filter { $0 != " " }, "\(lines)")
        try await fixture.end()
    }

    @Test("A banner without room for all its lines ends with an ellipsis")
    func cutBanner() async throws {
        let banner = "This is a sample: a adds sources, @ signs in. Or quit and run: fiber add URL"
        let fixture = try AppFixture(width: 40, height: 10, banner: banner)
        await fixture.startWithScene()
        let lines = fixture.terminal.lines
        #expect(lines[2].hasSuffix("…") && !lines[3].contains("URL"), "\(lines)")
        try await fixture.end()
    }

    @Test("At 40 columns the title of the sources has the number of failing ones as a sign and a number")
    func sources() async throws {
        let fixture = try AppFixture(width: 40, height: 12)
        await fixture.startWithScene()
        try await fixture.press("E")
        #expect(fixture.terminal.lines.first == " ◢    Sources   5  ⚠ 1")
        try await fixture.end()
    }

    @Test("A prompt covers the bar below it")
    func coveredBar() {
        var buffer = CellBuffer(size: Size(width: 40, height: 12))
        buffer.fill(buffer.bounds, with: "x", style: .plain)
        let prompt = TextPrompt(question: String(repeating: "long ", count: 12), kind: .interval)
        _ = ListDrawing(appearance: appearance, hints: [])
            .drawInput(InputLine(""), answering: prompt, in: buffer.bounds, of: &buffer)
        #expect(buffer.lines.last?.contains("x") == false, "\(buffer.lines)")
        #expect(buffer.lines.last?.hasSuffix("Esc cancel") == true, "\(buffer.lines)")
    }

    @Test("At 40 columns the command line shows in Spanish too how to leave it, until the text needs the room")
    func spanishCommandLine() async throws {
        let fixture = try AppFixture(width: 40, height: 12, localizer: .spanish)
        await fixture.startWithScene()
        try await fixture.press(":")
        #expect(fixture.terminal.lines.last?.hasSuffix("⏎ ejecutar   Esc cancelar") == true)
        await fixture.type("search a b c d")
        #expect(fixture.terminal.lines.last?.contains("Esc cancelar") == false, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("At 40 columns the keys of a rule are whole")
    func ruleKeys() async throws {
        let fixture = try AppFixture(width: 40, height: 12, library: Library())
        await fixture.startWithScene()
        try await fixture.press("h")
        await fixture.type("car")
        #expect(fixture.terminal.lines.contains { $0.hasSuffix("Esc back") }, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A long error in the onboarding is cut above its keys")
    func longOnboardingError() async throws {
        let fixture = try AppFixture(
            width: 40, height: 12, banner: "A sample.", firstSources: NoFirstSources())
        await fixture.startWithScene()
        try await fixture.press("a 1 enter")
        await fixture.type("https://" + String(repeating: "long-", count: 60) + ".example")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("There is nothing at"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("⏎ continue   Esc back"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The count of matches in a text stays whole, and the query is cut")
    func matches() async throws {
        let fixture = try AppFixture(width: 18)
        await fixture.startWithScene()
        try await fixture.press("j j j j enter / s t e w a r d s enter")
        #expect(fixture.terminal.lines.last == " /stewar…   1 of 1")
        try await fixture.end()
    }
}
