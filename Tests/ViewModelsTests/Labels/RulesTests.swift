import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The list of rules, and conditions proposed for a ticket")
struct RulesTests {
    /// Tickets 0 to 9: every fifth is a rumour.
    private func fixture(_ rules: [Rule]) async throws -> Fixture {
        let fixture = Fixture(library: Library(rules: rules))
        fixture.track.commit(
            (0..<10).map { ticket($0, title: "Ticket \($0) \($0.isMultiple(of: 5) ? "rumour" : "news")") })
        try await fixture.labels?.labelTickets()
        await fixture.start()
        return fixture
    }

    private func list(_ fixture: Fixture) async -> RuleListViewModel {
        let model = RuleListViewModel(track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    private func rule(
        _ name: String, _ query: String, _ effect: LabelEffect = .hide, expires: Timestamp? = nil
    ) throws -> Rule {
        Rule(name: name, subject: .query(try Query(parsing: query)), effect: effect, expires: expires)
    }

    @Test("Rules of every effect are listed with what they match, also disabled and ended ones")
    func listed() async throws {
        var off = try rule("quiet", "news", .muffle)
        off.isEnabled = false
        let fixture = try await fixture([
            try rule("no rumours", "rumour"), off, try rule("marked", "4", .highlight),
            try rule("told", "rumour", .notify, expires: Timestamp(seconds: 1)),
        ])
        let model = await list(fixture)
        let rows = try #require(model.state.rows)
        #expect(rows.map(\.effect) == ["hide", "muffle", "highlight", "notify"])
        #expect(rows.map(\.count) == ["2 items", "off", "1 item", "ended"])
        #expect(rows.map(\.isOff) == [false, true, false, true])
        #expect(rows[0].condition == "rumour" && rows[3].condition.hasPrefix("rumour · until "))
        #expect(model.state.summary == "4 rules")
        #expect(model.state.preview?.result == "hides 2 of 10")
        #expect(model.state.preview?.samples.map(\.id.item) == ["5", "0"])
        model.send(.move(1))
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "would muffle 8 of 10" && model.state.preview?.matched == 8)
        #expect(model.state.preview?.explanation == "items that have “news”")
        model.send(.move(9))
        #expect(model.state.cursor == 3)
    }

    @Test("If tickets cannot be read, a rule has no number, and its trial is made again afterwards")
    func unreadable() async throws {
        let fixture = try await fixture([try rule("no rumours", "rumour")])
        fixture.track.fail(with: SupplierError(.refused, "The disk is gone."))
        let model = await list(fixture)
        #expect(model.state.rows?.map(\.name) == ["no rumours"] && model.state.rows?.first?.count == nil)
        fixture.track.fail(with: nil)
        model.send(.move(0))
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "hides 2 of 10")
    }

    @Test("A source that the user has not named is shown by its own name, in the list as in the editor")
    func unnamedSource() async throws {
        let ofSource = Rule(
            name: "kerb", subject: .query(try Query(parsing: "rumour")), effect: .hide, scope: .supplier("feed:a"))
        let fixture = try await fixture([ofSource])
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
        ])
        let model = await list(fixture)
        #expect(model.state.rows?.first?.condition == "rumour · from Kerb Notes")
        let editor = RuleEditorViewModel(origin: .rule(ofSource), track: fixture.services.track)
        editor.start()
        await fixture.session.activity.idle()
        #expect(editor.state.scope == "from Kerb Notes")
    }

    @Test("Disabling and removing a rule are undone one by one, and the cursor returns to a restored rule")
    func undone() async throws {
        let fixture = try await fixture([try rule("no rumours", "rumour"), try rule("quiet", "news", .muffle)])
        let model = await list(fixture)
        model.send(.toggleRule)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.count == "off" && model.state.preview?.result == "would hide 2 of 10")
        model.send(.removeRule)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.name) == ["quiet"] && model.state.preview?.result == "muffles 8 of 10")
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.name) == ["no rumours", "quiet"] && model.state.cursor == 0)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.count == "2 items" && model.state.preview?.result == "hides 2 of 10")
    }

    @Test("Undo typed before the removal of a rule is stored restores that rule, and leaves an older change")
    func undoneAtOnce() async throws {
        let fixture = try await fixture([try rule("no rumours", "rumour"), try rule("quiet", "news", .muffle)])
        let model = await list(fixture)
        model.send(.removeRule)
        await fixture.session.activity.idle()
        model.send(.removeRule)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.name) == ["quiet"])
    }

    @Test("Editing leads to the rule under the cursor, and without rules to nothing")
    func outputs() async throws {
        let first = try rule("no rumours", "rumour")
        let fixture = try await fixture([first])
        let model = await list(fixture)
        var outputs: [Rule] = []
        model.onOutput = { outputs.append($0) }
        model.send(.editRule)
        #expect(outputs == [first])
        model.send(.removeRule)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true && model.state.preview == nil)
        for action in [RuleListViewModel.Action.editRule, .toggleRule, .removeRule, .move(1)] { model.send(action) }
        #expect(outputs.count == 1 && model.state.cursor == 0)
    }

    @Test("A ticket's source, author, tags and words of its title are proposed first, all rules last")
    func proposed() async throws {
        let fixture = try await fixture([])
        let item = SourceItem(
            id: "50", orderTime: Timestamp(seconds: 9_000_000),
            body: TicketBody(
                title: "The paddock and the kerb", text: .plain("Text"), author: Author(id: "ada", name: "Ada"),
                link: "https://kerb.example/1", tags: ["wec", "f1"]))
        let ticket = Ticket(item, of: "feed:a", seen: Timestamp(seconds: 9_000_000))
        fixture.track.commit([ticket])
        let model = RuleEditorViewModel(origin: .ticket(ticket.id, view: .all), track: fixture.services.track)
        var outputs: [RuleEditorViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.start()
        await fixture.session.activity.idle()
        let lines = model.state.suggestions?.map { "\($0.name) \($0.text)" } ?? []
        #expect(
            lines.prefix(6) == [
                "from this source feed:a", "by this author Ada", "with this tag tag:wec", "with this tag tag:f1",
                "with this word in the title paddock", "with this word in the title kerb",
            ], "\(lines)")
        #expect(!lines.contains { $0.hasSuffix(" the") || $0.hasSuffix(" and") })
        #expect(model.state.suggestions?.first { $0.text == "paddock" }?.subject == .query("title:paddock"))
        #expect(model.state.suggestions?.last?.subject == .allRules)
        // Typing replaces the suggestions, and deleting what was typed brings them back.
        model.send(.type("x"))
        #expect(model.state.suggestions == nil)
        model.send(.type(""))
        #expect(model.state.suggestions?.count == lines.count)
        model.send(.move(99))
        model.send(.choose)
        #expect(outputs == [.showRules])
    }

    @Test("A query that is typed while the proposals are made is not covered by them")
    func typedMeanwhile() async throws {
        let fixture = try await fixture([])
        let model = RuleEditorViewModel(origin: .ticket(ticket(3).id, view: .all), track: fixture.services.track)
        model.start()
        model.send(.type("x"))
        await fixture.session.activity.idle()
        #expect(model.state.suggestions == nil && model.state.text == "x")
        model.send(.type(""))
        #expect(model.state.suggestions?.isEmpty == false)
    }

    @Test("A word of a post without a title is looked for in the text")
    func proposedOfPost() async throws {
        let fixture = try await fixture([])
        let item = SourceItem(
            id: "51", orderTime: Timestamp(seconds: 9_000_000), body: TicketBody(text: .plain("paddock")))
        let post = Ticket(item, of: "feed:a", seen: Timestamp(seconds: 9_000_000))
        fixture.track.commit([post])
        let model = RuleEditorViewModel(origin: .ticket(post.id, view: .all), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let word = try #require(model.state.suggestions?.first { $0.text == "paddock" })
        #expect(word.name == "with the word" && word.subject == .query("paddock"))
    }

    @Test("On a boost, the proposed author is the one whose post it shows, and the booster is proposed for boosts only")
    func proposedOfBoost() async throws {
        let fixture = try await fixture([])
        let item = SourceItem(
            id: "52", orderTime: Timestamp(seconds: 9_000_000),
            body: TicketBody(
                text: .plain(""), author: Author(id: "bob", name: "Bob", handle: "@bob@pit.example"),
                boosted: EmbeddedTicket(
                    id: "1", author: Author(id: "ada", name: "Ada", handle: "@ada@kerb.example"),
                    text: .plain("paddock"))))
        let boost = Ticket(item, of: "feed:a", seen: Timestamp(seconds: 9_000_000))
        fixture.track.commit([boost])
        let model = RuleEditorViewModel(origin: .ticket(boost.id, view: .all), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let suggestions = try #require(model.state.suggestions)
        let author = try #require(suggestions.first { $0.name == "by this author" })
        #expect(author.text == "Ada")
        let ada = try #require(Query.authors(["@ada@kerb.example"]))
        #expect(author.subject == .query(ada.description))
        let boosts = try #require(suggestions.first { $0.name == "boosts by the same account" })
        #expect(boosts.text.contains("bob") && boosts.text.contains("is:boost"), "\(boosts)")
    }

    @Test("A rule for a ticket's source is named after the source and affects no other")
    func ofSource() async throws {
        let fixture = try await fixture([])
        fixture.track.commit((0..<10).map { ticket($0) } + [ticket(40, of: "feed:a:b"), ticket(41, of: "feed:b")])
        let model = RuleEditorViewModel(origin: .ticket(ticket(3).id, view: .all), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "would hide 10 of 10")
        model.send(.save)
        await fixture.session.activity.idle()
        let rule = try #require(fixture.services.track.labels.rules.first)
        #expect(rule.name == "feed:a" && rule.scope == .supplier("feed:a"))
    }

    @Test("The editor shows a source in the query by its name, also to change the rule, and saves its id")
    func nameInQuery() async throws {
        let fixture = try await fixture([])
        fixture.track.commit((0..<10).map { ticket($0) })
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
        ])
        let model = RuleEditorViewModel(origin: .ticket(ticket(3).id, view: .all), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(model.state.text == #"source:"Kerb Notes""#)
        #expect(model.state.preview?.explanation == "items whose source is called “Kerb Notes”")
        #expect(model.state.preview?.result == "would hide 10 of 10")
        model.send(.save)
        await fixture.session.activity.idle()
        let ofSource = try #require(Query.source("feed:a"))
        let rule = try #require(fixture.services.track.labels.rules.first)
        #expect(rule.subject == .query(ofSource))
        let editor = RuleEditorViewModel(origin: .rule(rule), track: fixture.services.track)
        editor.start()
        await fixture.session.activity.idle()
        #expect(editor.state.text == #"source:"Kerb Notes""#)
        editor.send(.type(#"source:"Kerb Notes" rumour"#))
        editor.send(.save)
        await fixture.session.activity.idle()
        let changed = try #require(fixture.services.track.labels.rules.first)
        #expect(changed.subject == .query(.all(of: [ofSource, try Query(parsing: "rumour")])))
    }
}
