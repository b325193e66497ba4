import TerminalDriverTestSupport
import TerminalKit
import Testing

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
        await fixture.startWithScene()
        try await fixture.press(keys)
        #expect(fixture.terminal.text == expected, sourceLocation: sourceLocation)
        try await fixture.end()
    }

    @Test("The timeline on 80×24 is drawn as expected")
    func timeline() async throws {
        try await expect(
            #"""
             ◢ fiber     All   6 unread

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

             ┄┄┄┄┄┄┄┄ bluesky not loaded 11:14–11:24 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  ⏎ fill

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
            ▌ ┊ 3 h 12 min not       ⏎ try again ┊
            ▌ ┊ loaded                           ┊
            ▌ ┊ mastodon, hacker news            ┊
            ▌ ┊ offline 06:02–09:14              ┊
            ▌ ╰┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╯

             ⏎ fill   ? help   g top          11:54
            """#, width: 40, height: 10, keys: "} }")
    }

    @Test("The compact timeline is drawn as expected")
    func compactTimeline() async throws {
        try await expect(
            #"""
             ◢ fiber     All   6 unread
            ▌●     4m ⬢ mastodon     Pit Wall Live  Box, box. Car 16 out in P4 on hards, n…
             ●    11m ⬢ mastodon     ↻ Strategy Desk  The undercut is worth 1.8 s a lap ri…
             ●    23m ▲ hacker news  Show HN: a terminal reader that tells you what it has…
             ┄┄┄┄┄┄┄┄ bluesky not loaded 11:14–11:24 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  ⏎ fill
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
             / fiber     All   6 unread
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
              In the timeline                                                      ┃
                ⏎    open the item; fill the gap                             open  ┃
                }    next gap                                            next-gap  ┃
                {    previous gap                                    previous-gap  ┃
                M-⏎  fill the gap from below                      fill-from-below  ┃
                F    fill the whole gap                                  fill-all  ┃
                M-g  fill the gap back to a date                       fill-until  ┃
                :    never show this gap                              dismiss-gap  │
                :    never show gaps of its sources           dismiss-source-gaps  │
                :    show dismissed gaps again                          show-gaps  │
                                                                                   │
              In a thread                                                          │
             / gap                                           ⏎ confirm   Esc cancel
            """#, width: 72, height: 14, keys: "? / g a p")
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
             ⏎ change   ? help   x reset   / find   d developer   c credits   : command
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
             ⏎ change   ? help   x reset   / find   d developer   c credits   : command   q back
            """#, width: 100, height: 24, keys: ",")
    }
}
