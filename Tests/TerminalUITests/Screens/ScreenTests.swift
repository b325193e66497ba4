import Coordinators
import EngineConcepts
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Drawn screens")
struct ScreenTests {
    /// Opens the program on a screen of this size, presses keys, and compares the screen with the expected one.
    private func expect(
        _ expected: String, width: Int, height: Int, keys: String = "", banner: String? = nil, ascii: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let fixture = try AppFixture(
            width: width, height: height, capabilities: .init(depth: .none, isUnicode: !ascii), banner: banner)
        fixture.setScene()
        await fixture.start()
        try await fixture.press(keys)
        #expect(fixture.terminal.text == expected, sourceLocation: sourceLocation)
        try await fixture.end()
    }

    @Test("The timeline on 80×24 is drawn as expected")
    func timeline() async throws {
        try await expect(
            #"""
             ◢ fiber     All   6 of 6

            ▌●     4m Pit Wall Live ✓  @pitwall                                  ⬢ mastodon
            ▌         Box, box. Car 16 out in P4 on hards, nine seconds behind @car14. Two
            ▌         stops it is. #BahrainGP
            ▌         ↻ 128   ★ 2.1k   ↩ 34                 racenotes.example/strategy-call

             ●    11m ↻ boosted by Lap Chart
                      Strategy Desk  @strategy@motorsport.example                ⬢ mastodon
                      The undercut is worth 1.8 s a lap right now. Watch lap 31.
                      ┌ Tyre Notes  1h
                      │ Hard tyre warm-up is two laps on this surface, the medium needs
                      └ only one.

             ●    23m Show HN: a terminal reader that tells you what it has   ▲ hacker news
                      not loaded
                      214 points   ↩ 87                                 code.example/reader

             ┄┄┄┄┄┄┄┄ bluesky not loaded 11:14–11:24 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  ⏎ load

             ●    52m Why the kerb at turn nine decides qualifying             ≡ Kerb Notes
                      Onboard footage hides what the stewards see from the tower. The kerb
                      at turn nine drops four centimetres behind the apex, and a car that…
             ⏎ open   ? help   g top   n unread   } gap     complete since 11:24:00   11:54
            """#, width: 80, height: 24)
    }

    @Test("The timeline on 40×10 at a gap is drawn as expected")
    func smallTimeline() async throws {
        try await expect(
            #"""
             ◢   All   6

            ▌ ╭┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╮
            ▌ ┊ 3 h 12 min not loa…  ⏎ try again ┊
            ▌ ┊ mastodon, hacker news            ┊
            ▌ ┊ offline 06:02–09:14              ┊
            ▌ ╰┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╯

             ●     5h Noche en Boxes  @…  ❖ bluesky
             ⏎ fill   ? help   g top          11:54
            """#, width: 40, height: 10, keys: "} }")
    }

    @Test("The compact timeline is drawn as expected")
    func compactTimeline() async throws {
        try await expect(
            #"""
             ◢ fiber     All   6 of 6
            ▌●     4m ⬢ mastodon     Pit Wall Live  Box, box. Car 16 out in P4 on hards, n…
             ●    11m ⬢ mastodon     ↻ Strategy Desk  The undercut is worth 1.8 s a lap ri…
             ●    23m ▲ hacker news  Show HN: a terminal reader that tells you what it has…
             ┄┄┄┄┄┄┄┄ bluesky not loaded 11:14–11:24 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  ⏎ load
             ●    52m ≡ Kerb Notes   Why the kerb at turn nine decides qualifying  Onboard…
             ┄┄┄┄┄┄┄┄ 3 h 12 min not loaded  mastodon, hacker news  offline 0…  ⏎ try again
             ●     5h ❖ bluesky      Noche en Boxes  La noche de Le Mans se corre con los …
             ●     7h ⬢ mastodon     Slow Corner  ⚠ content warning: race result
             ┄┄┄┄┄┄┄┄ Everything before 03:34 is not loaded  mastodon, bluesky and…  ⏎ fill


             ⏎ open   ? help   g top   n unread   } gap     complete since 11:24:00   11:54
            """#, width: 80, height: 13, keys: "d d")
    }

    @Test("The timeline with a banner in ASCII is drawn as expected")
    func asciiTimeline() async throws {
        try await expect(
            #"""
             / fiber     All   6 of 6
             This is the sample.

                      Box, box. Car 16 out in P4 on hards, nine seconds behind @car14. Two
                      stops it is. #BahrainGP
                      @ 128   * 2.1k   < 34                 racenotes.example/strategy-call

            |o    11m @ boosted by Lap Chart
            |         Strategy Desk  @strategy@motorsport.example                M mastodon
            |         The undercut is worth 1.8 s a lap right now. Watch lap 31.
            |         + Tyre Notes  1h
            |         | Hard tyre warm-up is two laps on this surface, the medium needs
            |         + only one.

             o    23m Show HN: a terminal reader that tells you what it has   Y hacker news
             enter open   ? help   g top   n unread         complete since 11:24:00   11:54
            """#, width: 80, height: 16, keys: "j", banner: "This is the sample.", ascii: true)
    }

    @Test("A ticket on 80×24 is drawn as expected")
    func ticket() async throws {
        try await expect(
            #"""
             ≡ Kerb Notes                                                      4 of 6   J/K

                                                                                           │
               │ Car          Lap     Gap                                                  │
               │ ──────  ────────  ──────                                                  │
               │ Car 16  1:29.112  +0.000                                                  │
               │ Car 4   1:29.203  +0.091                                                  │
                                                                                           │
               • Three cars lost their floor.                                              │
                 • Two of them twice.                                                      ┃
                                                                                           ┃
               ▏ “You hear it before you see it.”                                          ┃
                                                                                           ┃
               │ for lap in laps {                                                         ┃
               │     print(lap)                                                            ┃
               │ }                                                                         ┃
                                                                                           ┃
               Media                                                                       ┃
               ▣ picture (1600 × 900) [2]  The apex of turn nine from the marshal’s post   ┃
                                                                                           ┃
               Links                                                                       ┃
               [1] https://example.org/telemetry                                           ┃
               [2] https://kerb.example/nine.jpg                                           │
             J next   ? help   n unread   o browser   u links   m mark unread          93 %
            """#, width: 80, height: 24, keys: "j j j j enter ctrl-d")
    }

    @Test("A ticket on 40×10 is drawn as expected")
    func smallTicket() async throws {
        try await expect(
            #"""
             ⬢ mastodon
             Pit Wall Live ✓  @pitwall             ┃
             Fri 20 Nov 2026, 11:50                ┃
             ───────────────────────────────────── ┃
                                                   ┃
             Box, box. Car 16 out in P4 on hards,  │
             nine seconds behind @car14. Two stops │
             it is. #BahrainGP                     │
                                                   │
             J next   ? help   n unread        61 %
            """#, width: 40, height: 10, keys: "enter")
    }

    @Test("The links of a ticket are drawn as expected")
    func links() async throws {
        try await expect(
            #"""
             ◢ fiber    Links   3
                 1  the paint
                    https://example.org/telemetry
            ▌    2  The apex of turn nine from the marshal’s post
            ▌       https://kerb.example/nine.jpg
                 3  kerb.example/turn-nine
                    https://kerb.example/turn-nine




             ⏎ open   ? help   y copy   : command   q back
            """#, width: 60, height: 12, keys: "j j j j u j")
    }

    @Test("The filtered help is drawn as expected")
    func help() async throws {
        try await expect(
            #"""
             ◢ fiber    Keys   gap
              In the timeline                                          ┃
                ⏎    open the item; fill the gap                 open  ┃
                }    next gap                                next-gap  ┃
                {    previous gap                        previous-gap  ┃
                M-⏎  fill the gap from its older side                  ┃
                F    fill the whole gap                      fill-all  │
                M-g  fill the gap down to a date           fill-until  │
                :dismiss-gap  never show this gap                      │
                :dismiss-source-gaps  never show gaps of its sources   │
                :show-gaps  show dismissed gaps again                  │
             / gap                               ⏎ confirm   Esc cancel
            """#, width: 60, height: 12, keys: "? / g a p")
    }

    @Test("The list of sources is drawn as expected")
    func sources() async throws {
        try await expect(
            #"""
             ◢ fiber    Sources   5, of which 1 needs attention
                  source           unread   topic      last            next           coverage, 7 days
                ⬢ mastodon              3   –          1 min ago       –              ━━━━━━━━━━━━━━
                ❖ bluesky               1   –          1 min ago       –              ┄┄┄┄┄┄┄┄━━━━━━
                ▲ hacker news           1   –          1 min ago       –              ┄┄┄┄┄┄┄┄┄┄┄┄━━
                ≡ Kerb Notes            1   –          1 min ago       –              ━━━━━━━━━━━━━━
            ▌   ≡ Paddock Daily             –          ⚠ failed        in 14 min      ┄┄┄┄┄┄┄┄┄┄┄┄┄┄
            ▌       Its server says 503: try later.



             a add   ? help   ⏎ show   p pause   t topics   e rename   D remove   r refresh   U undo   : command
            """#, width: 100, height: 12, keys: "E G")
    }

    @Test("Sources that cannot be changed are listed without the keys that change them or undo that")
    func fixedSources() async throws {
        let fixture = try AppFixture(width: 160, fixedReason: .verbatim("They are fixed."))
        fixture.setScene()
        await fixture.start()
        try await fixture.press("E")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("r refresh") && !hints.contains("pause") && !hints.contains("undo"), "\(hints)")
        try await fixture.end()
    }

    @Test("The feeds offered by a page are listed with their addresses")
    func choices() async throws {
        try await expect(
            #"""
             ◢ fiber    Sources   5, of which 1 needs attention
                 1  A title longer than anyb…  https://a.example/feed
                 2  https://b.example/feed



             · several offers 2 sources
             Which? 1–2 1                                            ⏎ confirm   Esc cancel
            """#, width: 80, height: 8, keys: "E a s e v e r a l enter")
    }

    @Test("A typed number takes the place of the suggested one, and a wrong one stays to be corrected")
    func wrongChoice() async throws {
        try await expect(
            #"""
             ◢ fiber    Sources   5, of which 1 needs attention
                 1  A title longer than anyb…  https://a.example/feed
                 2  https://b.example/feed



             ⚠ Choose a number from 1 to 2.
             Which? 1–2 3                                            ⏎ confirm   Esc cancel
            """#, width: 80, height: 8, keys: "E a s e v e r a l enter 3 enter")
    }

    @Test(
        "Ctrl-C closes a prompt, and the screen below it keeps the keys",
        arguments: [
            ("E a", "Sources", "Address"), (", j j j enter", "Settings", "Reading width"), ("? /", "Keys", "/ 1"),
        ])
    func closedPrompt(keys: String, screen: String, prompt: String) async throws {
        let fixture = try AppFixture(width: 100)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("\(keys) 1")
        #expect(fixture.terminal.lines.last?.contains(prompt) == true, "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c")
        #expect(fixture.terminal.lines.first?.contains(screen) == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last?.contains(prompt) == false, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.first?.contains(screen) == false, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test(
        "Ctrl-C closes one prompt, question, search or screen after another, and only then ends the program",
        arguments: [
            (":", 1), ("/ x", 1), ("/ x ctrl-s", 2), ("t", 1), ("t down ctrl-r", 2), ("h", 1), ("A", 1), ("P", 1),
            ("P Y e s", 1), ("P alt-w", 2), ("P alt-t", 2), ("enter", 1), ("enter u", 2), ("alt-s", 1), ("+", 1),
            ("L", 1), (",", 1), ("enter / b o x", 2), ("enter / b o x enter", 2), ("enter alt-3", 2),
            ("? / f i n d enter", 2),
        ])
    func closedOneByOne(keys: String, levels: Int) async throws {
        let topic = Topic(name: "F1", query: try Query(parsing: "car"))
        let fixture = try AppFixture(
            width: 100, library: Library(topics: [topic]), posting: FakePosting([FakePosting.ann, FakePosting.sky]))
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        for _ in 0..<levels {
            let flow = try #require(fixture.app.coordinator?.timeline)
            let isAsked = fixture.terminal.text.contains("A confirms")
            #expect(flow.screen != .timeline || isAsked, "\(fixture.terminal.text)")
            try await fixture.press("ctrl-c")
        }
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == .timeline && !fixture.terminal.text.contains("A confirms"))
        try await fixture.press("ctrl-c")
        try #require(fixture.app.coordinator?.timeline == nil)
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C drops a count and ends a search in the timeline before it ends the program")
    func interruptedTimeline() async throws {
        let fixture = try AppFixture(width: 100)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("/ c a r enter")
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        try #require(timeline.state.searchQuery != nil)
        try await fixture.press("alt-3 ctrl-c")
        #expect(timeline.state.searchQuery != nil && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(timeline.state.searchQuery == nil && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test(
        "Ctrl-C returns from topics, marked and unread items and a source to the whole timeline before it ends the program",
        arguments: [("1", 1), ("1 2 &", 1), ("M", 1), ("*", 1), ("W", 1), ("s", 1), ("1 s", 2)])
    func interruptedView(keys: String, levels: Int) async throws {
        let fixture = try await AppFixture.withTopics(width: 100)
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        try await fixture.press(keys)
        for _ in 0..<levels {
            #expect(timeline.isRestricted, "\(fixture.terminal.text)")
            try await fixture.press("ctrl-c")
        }
        #expect(!timeline.isRestricted && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C cancels loading that the user started before it ends the program")
    func interruptedLoading() async throws {
        let fixture = try AppFixture(width: 100)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("r ctrl-c")
        guard case .cancel(let id) = fixture.track.calls.last else {
            Issue.record("not cancelled: \(fixture.track.calls)")
            return
        }
        #expect(fixture.app.coordinator?.state == .reading)
        fixture.track.emit(.fill(id, gap: nil, .cancelled))
        await fixture.shown { $0.contains("Cancelled.") }
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C with another command in the user's keys performs that one")
    func reboundInterrupt() async throws {
        let keymap = try CommandTable.standard.keymap(
            preset: .fiber, changes: [KeyChange(context: "ticket", keys: "ctrl-c", command: "links")]
        ) { index, error in Issue.record("\(index): \(error)") }
        let fixture = try AppFixture(width: 100, keymap: keymap)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("enter ctrl-c")
        #expect(fixture.app.coordinator?.timeline?.screen == .links)
        try await fixture.end()
    }

    @Test(
        "While a line is typed into, the hints are its keys and not those of the screen",
        arguments: [
            "E a", ", j j j enter", "? /", ", d /", "enter /", "/ c ctrl-s", "t down ctrl-r",
            "h down down enter ctrl-r",
            "@ a", "P alt-w",
        ])
    func promptHints(keys: String) async throws {
        let topic = Topic(name: "F1", query: try Query(parsing: "car"))
        let fixture = try AppFixture(
            width: 100, library: Library(topics: [topic]), diagnostics: FakeDiagnostics.example(at: AppFixture.now),
            posting: FakePosting(), accounts: FakeAccounts())
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        let bottom = fixture.terminal.lines.suffix(2).joined(separator: "\n")
        let enters = bottom.count { $0 == "⏎" }
        #expect(bottom.contains("⏎ confirm   Esc cancel"), "\(fixture.terminal.text)")
        #expect(enters == 1 && !bottom.contains("^"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The settings are drawn as expected")
    func settings() async throws {
        try await expect(
            #"""
             ◢ fiber    Settings
                 Appearance
                 Theme                            dark  light  high-contrast  …
            ▌    Density                          compact  regular  roomy
            ▌      Default
                 Times                            relative  exact
                 Reading width                    full width  60  72  78  90  100  120
                 Links of the terminal            auto  always  never
                 Colours                          auto  truecolor  256  16  none
             ⏎ change   ? help   x reset   d developer   c credits   : command   q back
            """#, width: 80, height: 10, keys: ", j")
    }

    @Test("The settings preview the chosen theme with sample rows")
    func settingsPreview() async throws {
        try await expect(
            #"""
             ◢ fiber    Settings

                 Appearance
            ▌    Theme                            dark  light  high-contrast  high-contrast-light  racing  …
            ▌      Default
                 Density                          compact  regular  roomy
                 Times                            relative  exact
                 Reading width                    full width  60  72  78  90  100  120
                 Links of the terminal            auto  always  never
                 Colours                          auto  truecolor  256  16  none
                 ASCII only                       on  off
                 Linear mode                      on  off
                 Language                         auto  en  es
                 Ambiguous characters             narrow  wide
                 Right-to-left text ordered by    fiber  terminal

                 Timeline
                ────────────────────────────────────────────────────────────────────────────────────────────
                ● Pit Wall ✓  @pitwall   4m   ⬢ mastodon   ❖ bluesky   ≡ feed   ▲ hn
                Box, box. @car14 on hards, nine seconds behind #BahrainGP  race.example/call  let x = 1
                ↻ 128   ★ 2.1k   214 points   ⚠ race result    found     fiber
                ┄┄┄ 3 h 12 min not loaded ┄┄┄┄┄┄┄┄┄┄┄┄
                ok   slow   failed   muffled   ▰▰▰▰▰▱▱▱▱▱▱▱
             ⏎ change   ? help   x reset   d developer   c credits   : command   q back
            """#, width: 100, height: 24, keys: ",")
    }
}
