import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Topics, the content filter and search on the screen")
struct FilterTests {
    private func ticket(_ number: Int, _ title: String, by author: String = "Ada") -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: AppFixture.now.advanced(by: .seconds(-60 * number)),
                body: TicketBody(
                    title: title, text: .plain("Text of \(title)."), author: Author(id: author, name: author),
                    link: "https://\(author.lowercased()).example/\(number)")),
            of: "feed:a", seen: AppFixture.now)
    }

    private func fixture(width: Int = 80, height: Int = 24, rules: [Rule] = []) async throws -> AppFixture {
        let library = Library(
            topics: [
                Topic(name: "F1", query: try Query(parsing: "title:f1")),
                Topic(name: "WEC", query: try Query(parsing: "title:wec")),
            ], rules: rules)
        let fixture = try AppFixture(width: width, height: height, library: library)
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:a", name: "Kerb Notes", kind: "feed", condition: .healthy, lastSuccess: nil,
                covered: TimeframeSet(),
                floor: nil)
        ])
        fixture.track.commit([
            ticket(1, "F1 rumour in the paddock"), ticket(2, "WEC results"), ticket(3, "F1 grid"),
            ticket(4, "Bread and butter", by: "Bob"), ticket(5, "F1 and WEC rumour"),
        ])
        try await fixture.decide()
        await fixture.start()
        return fixture
    }

    @Test("Number keys toggle two topics; a muted word is tried, listed under X and un-hidden")
    func aSitting() async throws {
        let fixture = try await fixture()
        #expect(fixture.terminal.lines.first?.contains("1 F1 3") == true, "\(fixture.terminal.lines.first ?? "")")
        try await fixture.press("1")
        #expect(!fixture.terminal.text.contains("WEC results") && fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("2")
        #expect(fixture.terminal.text.contains("WEC results") && !fixture.terminal.text.contains("Bread"))
        try await fixture.press("&")
        #expect(fixture.terminal.text.contains("F1 and WEC rumour") && !fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("0")
        #expect(fixture.terminal.text.contains("Bread and butter"))

        // The longest word of the title is suggested after source and author; another one can be typed.
        try await fixture.press("g h down down enter")
        #expect(fixture.terminal.text.contains("would hide 1 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("rumour")
        #expect(fixture.terminal.text.contains("would hide 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter · 2 hidden") == true)

        try await fixture.press("x")
        #expect(fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter off") == true)
        try await fixture.press("x X")
        #expect(fixture.terminal.text.contains("2 items hidden by 1 rule in this view"))
        try await fixture.press("h")
        try await fixture.press("q g")
        #expect(fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter · 1 hidden") == true)
        try await fixture.press("U U")
        #expect(fixture.terminal.lines.first?.contains("filter") == false)
        try await fixture.end()
    }

    @Test("Search results appear while typing, can be shown in the timeline and saved as a topic")
    func search() async throws {
        let fixture = try await fixture()
        try await fixture.press("/")
        await fixture.type("wec")
        #expect(fixture.terminal.text.contains("2 matches"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-s ctrl-u")
        await fixture.type("Endurance")
        try await fixture.press("enter")
        try await fixture.press("down enter")
        #expect(fixture.terminal.lines.first?.contains("3 Endurance 2") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("F1 and WEC rumour") })
        try await fixture.press("N")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("WEC results") })
        try await fixture.press("t")
        await fixture.type("end")
        try await fixture.press("enter")
        #expect(!fixture.terminal.text.contains("F1 grid") && fixture.terminal.text.contains("WEC results"))
        try await fixture.end()
    }

    @Test("Enter typed together with the query waits for the first result, and so do later keys")
    func burst() async throws {
        let fixture = try await fixture()
        try await fixture.press("/")
        await fixture.type("wec\n?")
        #expect(fixture.terminal.lines.first?.contains("Keys") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("WEC results") })
        try await fixture.press("escape /")
        await fixture.type("nothing-has-this\nx")
        #expect(fixture.terminal.lines.last?.hasSuffix("nothing-has-thisx") == true)
        try await fixture.end()
    }

    @Test("An incomplete last word of a query is searched as a prefix, and the explanation says so")
    func unfinishedWord() async throws {
        let fixture = try await fixture()
        try await fixture.press("/")
        await fixture.type("rumour pad")
        #expect(fixture.terminal.text.contains("1 match") && fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.text.contains("that have “pad…”"))
        await fixture.type("le")
        #expect(fixture.terminal.text.contains("Nothing matches"))
        try await fixture.end()
    }

    @Test("A narrow top bar drops counts of topics before their names, and keeps the totals")
    func narrowBar() async throws {
        var bars: [String] = []
        for width in 25...40 {
            let fixture = try await fixture(width: width)
            bars.append(fixture.terminal.lines.first ?? "")
            try await fixture.end()
        }
        #expect(bars.allSatisfy { $0.contains("All 5") }, "\(bars)")
        #expect(bars.allSatisfy { $0.contains("1 F1") && $0.contains("2 WEC") }, "\(bars)")
        #expect(bars.last?.contains("1 F1 3  2 WEC 2") == true, "\(bars)")
        #expect(bars.first?.contains("1 F1 2 WEC") == true, "\(bars)")
    }

    @Test(
        "A narrow top bar cuts the names of unchosen topics step by step before it drops any, and says how many it dropped"
    )
    func manyTopics() async throws {
        let names = [
            "Motorsport", "Terminal programs", "Swift", "World news", "Science", "Photography", "Trains", "Cooking",
            "Long distance walks",
        ]
        let topics = try names.map { Topic(name: $0, query: try Query(parsing: "title:\"\($0)\"")) }
        var said: [Int] = []
        for width in stride(from: 190, through: 75, by: -5) {
            let fixture = try AppFixture(width: width, height: 10, library: Library(topics: topics))
            try await fixture.decide()
            await fixture.start()
            try await fixture.press("2")
            let bar = (fixture.terminal.lines.first ?? "") + " "
            #expect(bar.contains("2 Terminal programs"), "\(width): \(bar)")
            let shown = names.count { bar.contains($0.prefix(3)) }
            let dropped = names.count - shown
            #expect(dropped == 0 || bar.contains(" +\(dropped) "), "\(width): \(bar)")
            said.append(shown)
            try await fixture.end()
        }
        #expect(said == said.sorted(by: >), "\(said)")
        #expect(said.first == names.count && Set(said).count > 4, "\(said)")
    }

    @Test(
        "All rules are listed with their effect and what they match, and edited, disabled, removed and restored there")
    func allRules() async throws {
        let fixture = try await fixture(rules: rules)
        try await fixture.press("X r")
        func line(_ name: String) -> String { fixture.terminal.lines.first { $0.contains(name) } ?? "" }
        #expect(fixture.terminal.lines.first?.contains("Rules   3 rules") == true, "\(fixture.terminal.text)")
        #expect(line("no bakery").contains("hide") && line("no bakery").hasSuffix("1 item"))
        #expect(line("quiet").contains("muffle") && line("grids").contains("highlight"))
        #expect(fixture.terminal.text.contains("hides 1 of 5") && fixture.terminal.text.contains("Bread and butter"))
        try await fixture.press("j")
        #expect(fixture.terminal.text.contains("muffles 1 of 5") && fixture.terminal.text.contains("WEC results"))
        try await fixture.press("enter ctrl-u")
        await fixture.type("rumour")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("muffles 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("d")
        #expect(line("quiet").hasSuffix("off") && fixture.terminal.text.contains("would muffle 2 of 5"))
        try await fixture.press("D")
        #expect(fixture.terminal.lines.first?.contains("2 rules") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.contains("▌") && $0.contains("grids") })
        try await fixture.press("U U U")
        #expect(fixture.terminal.lines.first?.contains("3 rules") == true, "\(fixture.terminal.text)")
        #expect(line("quiet").contains("title:results") && line("quiet").hasSuffix("1 item"))
        try await fixture.end()
    }

    @Test("The list of rules opens from the suggestions for a ticket and as a command, and rules are made there")
    func reachingRules() async throws {
        let fixture = try await fixture()
        try await fixture.press("h")
        #expect(fixture.terminal.lines.contains { $0.contains("from this source") && $0.contains("Kerb Notes") })
        try await fixture.press("down down down down down down down down down down enter")
        #expect(fixture.terminal.text.contains("There are no rules yet."), "\(fixture.terminal.text)")
        try await fixture.press("n")
        await fixture.type("wec\n")
        #expect(fixture.terminal.text.contains("hides 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.press("enter :")
        await fixture.type("rules\n")
        #expect(fixture.app.coordinator?.timeline?.screen == .rules)
        #expect(fixture.terminal.text.contains("hides 2 of 5"))
        try await fixture.end()
    }

    @Test("A query with an error shows its position once, also after Enter, and is not saved")
    func wrongQuery() async throws {
        let fixture = try await fixture()
        try await fixture.press("h")
        await fixture.type("lang:")
        let text = fixture.terminal.text
        #expect(text.contains("At character 6: expected a value after “lang:”"), "\(text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.count { $0.contains("At character 6") } == 1, "\(fixture.terminal.text)")
        try await fixture.press("escape")
        #expect(fixture.terminal.text.contains("Bread and butter"))
        try await fixture.end()
    }

    @Test("A message covers no hints, no question and no line for text")
    func messagesHideNothing() async throws {
        let fixture = try await fixture(height: 8)
        try await fixture.press("G")
        let before = fixture.terminal.lines
        try await fixture.press("}")
        #expect(fixture.terminal.lines.dropLast().last?.contains("No more in this direction.") == true)
        #expect(fixture.terminal.lines.last == before.last, "the hints stay")
        #expect(fixture.terminal.lines.dropLast(2) == before.dropLast(2))
        fixture.session.messages.failure("It is broken.")
        try await fixture.press("A")
        #expect(fixture.terminal.lines.last?.contains("Mark all 5 as read?") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("It is broken."))
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("The explanation of a query can be read completely on a narrow screen")
    func longExplanation() async throws {
        let fixture = try await fixture(width: 46)
        try await fixture.press("/")
        await fixture.type("title:rumour lang:en -author:bob age:<2d")
        let shown = fixture.terminal.lines.map { $0.filter { $0 != " " } }.joined()
        let query = try Query(parsing: "title:rumour lang:en -author:bob age:<2d")
        #expect(shown.contains(query.explanation().english.filter { $0 != " " }), "\(fixture.terminal.text)")
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("The question of a new rule is whole and has its keys on small screens", arguments: [(40, 12), (60, 16)])
    func smallQuestion(width: Int, height: Int) async throws {
        let fixture = try await fixture(width: width, height: height)
        try await fixture.press("h")
        let shown = fixture.terminal.lines.joined().filter { $0 != " " }
        #expect(shown.contains("Whichitemsshouldtherulematch?Choose,ortypeaquery."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.dropLast().last == " ⏎ choose   Esc back", "\(fixture.terminal.text)")
        for _ in 0..<20 { try await fixture.press("down") }
        #expect(fixture.terminal.lines.dropLast().last == " ⏎ choose   Esc back", "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌ show all rules") }, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The choices of a rule are whole on forty columns, and its title gives way to them")
    func narrowHeading() async throws {
        let fixture = try await fixture(width: 40, height: 12)
        try await fixture.press("h enter")
        #expect(fixture.terminal.lines.contains { $0.hasSuffix(" hide    from Kerb Notes    forever") })
        #expect(!fixture.terminal.text.contains("New rule"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("All screens for topics and rules fit forty columns by ten rows")
    func small() async throws {
        let fixture = try await fixture(width: 40, height: 10)
        for keys in ["h", "down", "enter", "escape", "t", "escape", "/", "w", "escape", "X", "q"] {
            try await fixture.press(keys)
            #expect(fixture.terminal.lines.count == 10)
        }
        try await fixture.end()
    }

    private var rules: [Rule] {
        get throws {
            [
                Rule(name: "no bakery", query: try Query(parsing: "bread")),
                Rule(name: "quiet", query: try Query(parsing: "title:results"), effect: .muffle),
                Rule(name: "grids", query: try Query(parsing: "grid"), effect: .highlight),
            ]
        }
    }

    @Test("The recorded timeline with topics shows hidden, muffled and highlighted tickets")
    func timelineScreen() async throws {
        let fixture = try await fixture(width: 90, height: 16, rules: rules)
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 4  1 F1 3  2 WEC 2                                 ◉ filter · 1 hidden

                ▌●     1m F1 rumour in the paddock                                       ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                 ●     2m muffled · “quiet”: WEC results                                           ⏎ show

                 ●     3m F1 grid                                              ✦ grids   ≡ Kerb Notes  F1
                          Text of F1 grid.

                 ●     5m F1 and WEC rumour                                        ≡ Kerb Notes  F1 · WEC
                          Text of F1 and WEC rumour.



                 ⏎ open   ? help   g top   n unread   } gap   r refresh   x filter   t topics       11:54
                """#)
        try await fixture.end()
    }

    @Test(
        "Where there are no items, links or actions, no hint names what needs one",
        arguments: [("", "Nothing here yet."), ("u", "This item has no links."), ("+", "supports no actions")])
    func hintsOfEmptyScreens(keys: String, text: String) async throws {
        let fixture = try AppFixture(width: 120, library: Library(), posting: FakePosting())
        if !keys.isEmpty {
            let item = SourceItem(
                id: "1", orderTime: AppFixture.now.advanced(by: .seconds(-60)),
                body: TicketBody(text: .plain("Words without a link")))
            fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        }
        await fixture.start()
        try await fixture.press(keys)
        #expect(fixture.terminal.text.contains(text), "\(fixture.terminal.text)")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("? help"), "\(hints)")
        #expect(!["⏎", "gap", "unread", "copy"].contains { hints.contains($0) }, "\(hints)")
        try await fixture.end()
    }

    @Test("The hints of an empty list name only what can be done there", arguments: ["X", "X r", "@"])
    func hintsOfEmptyLists(keys: String) async throws {
        let fixture = try AppFixture(width: 120, library: Library(), accounts: FakeAccounts())
        fixture.setScene()
        await fixture.start()
        try await fixture.press(keys)
        #expect(fixture.app.coordinator?.timeline?.screen != .timeline)
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("new rule") || hints.contains("sign in"), "\(hints)")
        #expect(!["⏎", "remove", "disable", "unhide", "filter", "again"].contains { hints.contains($0) }, "\(hints)")
        try await fixture.end()
    }

    @Test("The recorded list of hidden tickets names the hiding rules")
    func filteredScreen() async throws {
        let fixture = try await fixture(width: 80, height: 7, rules: rules)
        try await fixture.press("X")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber    Filtered   1 item hidden by 1 rule in this view      x filter is on
                   no bakery   bread                                                 1 hidden
                ▌      4m  ≡ Bread and butter  Text of Bread and butter.



                 ⏎ show   ? help   h unhide   e edit rule   d disable   r rules   n new rule
                """#)
        try await fixture.end()
    }

    @Test("On narrow screens the number of hidden tickets is said without the rules, and not cut")
    func narrowFiltered() async throws {
        let fixture = try await fixture(width: 40, height: 10, rules: rules)
        try await fixture.press("X")
        #expect(fixture.terminal.lines.first == " ◢    Filtered   1 item    filter is on")
        try await fixture.end()
    }

    @Test("The recorded editor shows a rule before it is saved")
    func ruleScreen() async throws {
        let fixture = try await fixture(width: 80, height: 12)
        try await fixture.press("h")
        await fixture.type("rumour")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 5  1 F1 3  2 WEC 2
                ▌●     1m F1 rumour in the paddock                             ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                ────────────────────────────────────────────────────────────────────────────────
                 New rule    hide    everywhere    forever
                 items that have “rumour”
                 would hide 2 of 5
                    1m  ≡ F1 rumour in the paddock  Text of F1 rumour in the paddock.
                    5m  ≡ F1 and WEC rumour  Text of F1 and WEC rumour.
                 ⏎ save   Tab hide, muffle, …   ^S where   ^T how long   ^R name   Esc back
                 rule rumour
                """#)
        try await fixture.end()
    }

    @Test("The recorded search shows its results")
    func searchScreen() async throws {
        let fixture = try await fixture(width: 80, height: 10)
        try await fixture.press("/")
        await fixture.type("wec")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber    Search   2 matches                       in this view, newest first
                  items that have “wec”
                ▌     2m  ≡ Kerb Notes    WEC results  Text of WEC results.
                      5m  ≡ Kerb Notes    F1 and WEC rumour  Text of F1 and WEC rumour.




                 ⏎ go there, then n N   ^O open   ^S save as topic   ^G everywhere   Esc back
                 / wec
                """#)
        try await fixture.end()
    }

    @Test("Keys typed ahead of a command that waits for its row go to the screen that the command opens")
    func typedAhead() async throws {
        let fixture = try await fixture()
        fixture.track.commit((1...400).map { ticket($0, "Ticket \($0)") })
        await fixture.shown { $0.contains("All 400") }
        try await fixture.press("G")
        #expect(fixture.terminal.text.contains("Ticket 400"))
        // The rows at the top have to be read first. `t` and `i` would open other screens here.
        await fixture.type("ghtitle")
        #expect(fixture.terminal.lines.last?.hasSuffix("title") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("New rule") || fixture.terminal.lines.last?.contains("rule") == true)
        try await fixture.end()
    }

    @Test("Keys pressed before the suggestions for a rule are loaded are applied to them")
    func earlyKeys() async throws {
        let fixture = try await fixture()
        await fixture.type("hpaddock\n")
        #expect(fixture.terminal.text.contains("1 hidden"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Text that is pasted before the suggestions for a rule are loaded does not overtake earlier keys")
    func earlyPaste() async throws {
        let fixture = try await fixture()
        fixture.terminal.type("hpad")
        fixture.terminal.send(.paste("do"))
        fixture.terminal.type("ck\n")
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("1 hidden"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Text that is pasted while a result is being chosen is for the screen that shows the result")
    func pasteAfterChoice() async throws {
        let fixture = try await fixture()
        fixture.terminal.type("/wec\n")
        fixture.terminal.send(.paste("https://kerb.example/feed"))
        await fixture.app.idle()
        #expect(!fixture.terminal.text.contains("matches"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("kerb.example/feed"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Saving a search as a topic is confirmed while the search is still open")
    func saidWhileTyping() async throws {
        let fixture = try await fixture()
        await fixture.type("/wec")
        try await fixture.press("ctrl-s ctrl-u")
        await fixture.type("Endurance\n")
        #expect(fixture.terminal.text.contains("Topic “Endurance” added"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.first?.contains("2 matches") == true, "the title stays")
        #expect(fixture.terminal.lines.last?.contains("/ wec") == true, "and what is typed")
        try await fixture.end()
    }

    @Test("In the choice of topics, the key before a name chooses it, and a pinned topic gets the first digit")
    func topicKeys() async throws {
        let fixture = try await fixture()
        try await fixture.press("t 2")
        #expect(!fixture.terminal.text.contains("F1 grid") && fixture.terminal.text.contains("WEC results"))
        try await fixture.press("t down down ctrl-t escape")
        #expect(fixture.terminal.lines.first?.contains("1 WEC") == true, "\(fixture.terminal.text)")
        try await fixture.press("t 2")
        #expect(fixture.terminal.text.contains("F1 grid") && !fixture.terminal.text.contains("WEC results"))
        try await fixture.press("U")
        #expect(fixture.terminal.lines.first?.contains("1 F1") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The explanation of a rule is shown in full where it is edited and in the list of rules")
    func wholeExplanation() async throws {
        let fixture = try await fixture()
        try await fixture.press("h down enter ctrl-u")
        await fixture.type("alpha OR bravo OR charlie OR delta OR echo OR foxtrot OR golf OR hotel")
        #expect(fixture.terminal.text.contains("“hotel”"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("would hide 0 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("enter :")
        await fixture.type("rules\n")
        #expect(fixture.terminal.text.contains("“hotel”"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("hides 0 of 5"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A topic is renamed in the choice and stays chosen; a name that exists is asked for again")
    func renamingTopic() async throws {
        let fixture = try await fixture()
        try await fixture.press("1 t down ctrl-r")
        #expect(fixture.terminal.lines.last == " New name for F1: F1", "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("WEC\n")
        #expect(
            fixture.terminal.text.contains("“WEC” exists already. Choose another name."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last == " New name for F1: WEC")
        try await fixture.press("ctrl-u")
        await fixture.type("Formula 1\n")
        try await fixture.press("escape")
        #expect(fixture.terminal.lines.first?.contains("1 Formula 1") == true, "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("WEC results") && fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("U")
        #expect(fixture.terminal.text.contains("Undone: topic “F1” is as before"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.first?.contains("1 F1") == true)
        try await fixture.end()
    }

    @Test("After a topic was found and renamed, the choice looks for nothing, so that Enter opens the renamed topic")
    func renamingFoundTopic() async throws {
        let fixture = try await fixture()
        try await fixture.press("t")
        await fixture.type("WE")
        try await fixture.press("ctrl-r ctrl-u")
        await fixture.type("Le Mans\n")
        #expect(!fixture.terminal.text.contains("+ WE"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("WEC results") && !fixture.terminal.text.contains("F1 grid"))
        #expect(fixture.terminal.lines.first?.contains("2 Le Mans") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A rule is named in its editor, before it is saved and later")
    func namingRule() async throws {
        let fixture = try await fixture()
        try await fixture.press("h down enter ctrl-r")
        #expect(fixture.terminal.lines.last == " Name of the rule", "\(fixture.terminal.text)")
        await fixture.type("No Ada\n")
        #expect(fixture.terminal.text.contains("New rule  No Ada "), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-r")
        await fixture.type(" or Bob")
        try await fixture.press("escape enter")
        #expect(fixture.services.track.labels.rules.map(\.name) == ["No Ada"])
        try await fixture.press(":")
        await fixture.type("rules\n")
        try await fixture.press("e ctrl-r ctrl-u")
        await fixture.type("Ada\n")
        try await fixture.press("enter")
        #expect(fixture.services.track.labels.rules.map(\.name) == ["Ada"])
        try await fixture.end()
    }

    @Test("The recorded choice of topics matches")
    func topicsScreen() async throws {
        let fixture = try await fixture(width: 80, height: 10)
        try await fixture.press("t")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 5  1 F1 3  2 WEC 2
                ▌●     1m F1 rumour in the paddock                             ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                ────────────────────────────────────────────────────────────────────────────────
                ▌◉ 0 All   5 of 5   all items
                   1 F1    3 of 3   title:f1
                   2 WEC   2 of 2   title:wec
                 ⏎ show all   Esc back
                 topic
                """#)
        try await fixture.end()
    }

    @Test("The choice of topics hints at what Enter does with the current row, and at keys of topics on topics only")
    func topicHints() async throws {
        let fixture = try await fixture(width: 80, height: 12)
        func hints() -> String { fixture.terminal.lines.dropLast().last ?? "" }
        try await fixture.press("t")
        #expect(hints() == " ⏎ show all   Esc back")
        try await fixture.press("down")
        #expect(hints() == " ⏎ only this   Tab this too   ^T pin   ^R rename   ^X remove   Esc back")
        try await fixture.press("tab down tab")
        #expect(hints() == " ⏎ only this   Tab this too   ^T pin   ^R rename   Esc back   any of these")
        await fixture.type("bread")
        #expect(hints() == " ⏎ create   Esc back   any of these", "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test(
        "The explanation of a new topic and the error of its query are whole in the choice of topics",
        arguments: [40, 60, 80])
    func newTopic(width: Int) async throws {
        let fixture = try await fixture(width: width, height: 16)
        func text(_ lines: some Sequence<String>) -> String { lines.joined().filter { $0 != " " && $0 != "▌" } }
        let typed = "bread AND NOT title:lap OR lang:en"
        try await fixture.press("t")
        await fixture.type(typed)
        let explanation = text([try Query(parsing: typed).explanation().english])
        #expect(text(fixture.terminal.lines).contains(explanation), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("▌    + bread AND NOT"), "\(fixture.terminal.text)")
        await fixture.type(" since:x")
        let error = "“since” is not a field."
        #expect(text(fixture.terminal.lines).contains("⚠Atcharacter36:" + text([error])), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("▌⚠"), "An error is no row.")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.count { $0.contains("At character 36") } == 1, "\(fixture.terminal.text)")
        #expect(fixture.session.messages.history.last?.text.hasPrefix("At character 36") == true)
        try await fixture.end()
    }
}
