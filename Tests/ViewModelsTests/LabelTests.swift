import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Topics, the content filter and search in the timeline")
struct LabelTests {
    /// Tickets 0 to 29: even numbers are about racing, every fifth is a rumour.
    private func fixture(
        rules: [Rule]? = nil, count: Int = 30, readsOnPassing: Bool = false, localizer: Localizer = .english
    ) async throws -> Fixture {
        let library = Library(
            topics: [
                Topic(name: "Racing", query: try Query(parsing: "racing")),
                Topic(name: "Rumours", query: try Query(parsing: "rumour")),
            ],
            rules: try rules ?? [Rule(name: "no rumours", query: try Query(parsing: "rumour"))])
        let fixture = Fixture(library: library, readsOnPassing: readsOnPassing, localizer: localizer)
        fixture.track.commit(
            (0..<count)
                .map { number in
                    let words = [number % 2 == 0 ? "racing" : "cooking", number % 5 == 0 ? "rumour" : "news"]
                    return ticket(number, title: "Ticket \(number) \(words.joined(separator: " "))")
                })
        try await fixture.labels?.decide()
        await fixture.start()
        return fixture
    }

    private func items(_ fixture: Fixture) -> [String] {
        fixture.content?.rows.compactMap { $0.ticket?.id.item } ?? []
    }

    @Test("A digit shows a topic, a second digit both, and an ampersand only what belongs to both")
    func digits() async throws {
        let fixture = try await fixture(rules: [])
        await fixture.send(.toggleTopic(1))
        #expect(items(fixture) == (0..<15).map { String(28 - 2 * $0) })
        await fixture.send(.toggleTopic(2))
        #expect(items(fixture).contains("25") && items(fixture).contains("28"))
        #expect(fixture.timeline.state.header.combination == "any of these")
        await fixture.send(.toggleCombination)
        #expect(items(fixture) == ["20", "10", "0"])
        #expect(fixture.timeline.state.header.combination == "all of these")
        await fixture.send(.showTopics([]))
        #expect(fixture.timeline.state.header.total == 30)
        #expect(fixture.track.settings.isEmpty || fixture.timeline.currentView.topics == nil)
    }

    @Test("A view with gaps alone says that it has no items, and one with items says nothing")
    func onlyGaps() async throws {
        let fixture = try await fixture(rules: [])
        await fixture.commit([1, 3, 7].map { ticket($0) }, gaps: [try gap(30, 8)])
        await fixture.send(.toggleStarredOnly)
        #expect(fixture.content?.rows.allSatisfy { $0.gap != nil } == true)
        #expect(fixture.session.messages.toast?.text == "Nothing is starred.")
        fixture.session.messages.dismiss()
        await fixture.send(.toggleStarredOnly)
        #expect(fixture.content?.rows.count == 4)
        #expect(fixture.session.messages.toast == nil)
        await fixture.send(.toggleTopic(1), .toggleTopic(2), .toggleCombination)
        #expect(
            fixture.session.messages.toast?.text == "No item belongs to all of these topics: Racing, Rumours.")
    }

    @Test("A view that lacks the cursor's row leaves no empty lines above its few rows")
    func fewRows() async throws {
        let fixture = try await fixture(rules: [])
        for _ in 0..<4 { await fixture.send(.move(1)) }
        let current = try #require(fixture.timeline.state.current?.ticket?.id.item)
        #expect(!["20", "10", "0"].contains(current) && (fixture.content?.line ?? 0) > 0)
        await fixture.send(.toggleTopic(1))
        await fixture.send(.toggleTopic(2))
        await fixture.send(.toggleCombination)
        #expect(items(fixture) == ["20", "10", "0"])
        let content = try #require(fixture.content)
        let place = try #require(content.rows.firstIndex { $0.id == fixture.timeline.state.current?.id })
        if place == 0 { #expect(content.line == content.rows[0].headingLines) }
        #expect(place <= 1, "the nearest row: \(place)")
    }

    @Test("Toggling the filter while rows are being built takes effect on them")
    func toggledWhileReading() async throws {
        let fixture = try await fixture(rules: [
            Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        ])
        func isMuffled() -> Bool? { fixture.content?.rows.first?.ticket?.emphasis.isMuffled }
        let rumour = ticket(35, of: "feed:b", title: "rumour")
        await fixture.commit([rumour])
        // Labelling sends no event; the next commit makes the timeline read again.
        try await fixture.labels?.decide()
        await fixture.commit([rumour])
        #expect(isMuffled() == true)
        // The next request for the source's presenters is answered later than the user's action.
        fixture.services.track.presenters.clear()
        let timeline = fixture.timeline
        fixture.track.whilePresenting { await timeline.send(.toggleFilter) }
        await fixture.send(.toggleTopic(2))
        #expect(timeline.currentView.filter == .off)
        #expect(isMuffled() == false)
    }

    @Test("Turning off the filter without rules is refused with a message")
    func filterWithoutRules() async throws {
        let fixture = try await fixture(rules: [])
        await fixture.send(.toggleFilter)
        #expect(fixture.timeline.currentView.filter == .on)
        #expect(fixture.session.messages.toast?.text == Localizer.english(.filterNeedsRules))
    }

    @Test("A search in all tickets reports that it turns off the filter, and closing it turns it on again")
    func searchedEverywhere() async throws {
        let fixture = try await fixture()
        let hidden = try #require(try await fixture.track.entry(TicketID(supplier: "feed:a", item: "5"))).ticket.key
        fixture.timeline.send(.showResult(hidden, try Query(parsing: "rumour"), isEverywhere: true))
        await fixture.send()
        #expect(fixture.timeline.currentView.filter == .off)
        #expect(fixture.session.messages.toast?.text == Localizer.english(.filterOffForSearch))
        #expect(fixture.cursor.hasPrefix("5 at"))
        await fixture.send(.cancel)
        #expect(fixture.timeline.currentView.filter == .on)
    }

    @Test("The bar counts the unread tickets of each topic that pass the filter")
    func counts() async throws {
        let fixture = try await fixture()
        #expect(fixture.timeline.state.header.topics.map(\.unread) == [12, 0])
        #expect(fixture.timeline.state.header.allUnread == 24)
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .on, hidden: 6))
        await fixture.send(.toggleFilter)
        #expect(fixture.timeline.state.header.topics.map(\.unread) == [15, 6])
        #expect(fixture.timeline.state.header.allUnread == 30)
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .off, hidden: 6))
    }

    @Test("When the filter hides the current ticket, the next older one takes its line, and turning it off restores it")
    func keepsThePlace() async throws {
        let fixture = try await fixture()
        await fixture.send(.toggleFilter, .move(9))
        #expect(fixture.cursor.hasPrefix("20 at"))
        let before = fixture.cursor
        await fixture.send(.toggleFilter)
        #expect(fixture.cursor == before.replacing("20", with: "19"))
        await fixture.send(.toggleFilter)
        #expect(fixture.cursor == before)
    }

    @Test("Hidden tickets name their rule while the filter is off")
    func saysWhy() async throws {
        let fixture = try await fixture()
        await fixture.send(.toggleFilter, .move(4))
        #expect(fixture.timeline.state.current?.ticket?.badges == ["hidden by “no rumours”"])
        #expect(fixture.timeline.state.current?.ticket?.topics == ["Rumours"])
    }

    @Test("A muffled ticket is first expanded in the timeline")
    func muffled() async throws {
        let rule = Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        let fixture = try await fixture(rules: [rule])
        await fixture.send(.move(4))
        #expect(fixture.timeline.state.current?.ticket?.emphasis == .muffled("quiet"))
        await fixture.send(.open)
        #expect(fixture.outputs.isEmpty)
        #expect(fixture.timeline.state.current?.ticket?.emphasis == .plain)
        await fixture.send(.open)
        #expect(fixture.outputs.count == 1)
    }

    @Test("The search for unread tickets passes muffled ones, in the timeline and from an open ticket")
    func muffledPassed() async throws {
        let rule = Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        let fixture = try await fixture(rules: [rule])
        await fixture.send(.move(3))
        let start = try #require(fixture.timeline.state.current?.ticket)
        let rows = fixture.content?.rows.compactMap(\.ticket) ?? []
        let next = try #require(rows[4...].first { !$0.emphasis.isMuffled })
        #expect(rows[4].emphasis.isMuffled && next.id != rows[4].id)
        await fixture.send(.seek(.unread, .older))
        #expect(fixture.timeline.state.current?.ticket?.id == next.id)
        let neighbours = TicketNeighbours(reader: fixture.track, view: fixture.timeline.currentView)
        #expect(try await neighbours.unread(after: start.key, .older) == next.id)
    }

    @Test("New tickets are counted only if the view shows them")
    func arrivals() async throws {
        let fixture = try await fixture()
        await fixture.send(.move(6))
        let old = try await fixture.track.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
            .compactMap { if case .ticket(let entry) = $0 { entry.ticket } else { nil } }
        fixture.track.decide(Classification(hiddenBy: "rule:no rumours"), of: ticket(40).id)
        await fixture.commit(old + [ticket(40), ticket(41)])
        #expect(fixture.timeline.state.header.newAbove == 1)
    }

    @Test("Tickets above the cursor or on the screen can be marked as read, and this can be undone")
    func marking() async throws {
        let fixture = try await fixture(rules: [])
        await fixture.send(.move(5), .markRead(.above))
        #expect(fixture.timeline.state.header.total == 30 && fixture.timeline.state.header.unread == 30)
        await fixture.send(.markRead(.above))
        #expect(fixture.timeline.state.header.unread == 25)
        #expect(!fixture.track.marks(of: ticket(24).id).isRead && fixture.track.marks(of: ticket(25).id).isRead)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 30)
        await fixture.send(.markRead(.visible))
        #expect(fixture.timeline.state.header.unread == 20)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 30)
    }

    @Test("Moving past tickets marks them as read if the setting says so")
    func passing() async throws {
        let fixture = try await fixture(rules: [], readsOnPassing: true)
        await fixture.send(.move(3), .move(-2))
        #expect(fixture.timeline.state.header.unread == 27)
        #expect(!fixture.track.marks(of: ticket(26).id).isRead)
    }

    @Test("Without rules, the list of hidden items says so, and nothing about a filter")
    func filteredWithoutRules() async throws {
        let fixture = Fixture(library: Library())
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        let model = FilteredViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.groups?.isEmpty == true && model.state.emptyText == "There are no rules yet.")
        #expect(model.state.filter.isEmpty && model.state.summary.isEmpty)
        let rule = Rule(name: "none", query: try Query(parsing: "nowhere"))
        fixture.services.track.labels.change(.ruleAdded, undone: .ruleAddedUndone, of: rule.name) { $0.put(rule) }
        await fixture.session.activity.idle()
        #expect(model.state.filter == "filter is on" && model.state.summary.hasPrefix("0 items"))
        #expect(model.state.emptyText == "The filter hides nothing in this view.")
    }

    @Test(
        "Every hidden ticket is listed with its rule, and un-hiding shows it until that is undone")
    func filtered() async throws {
        let fixture = try await fixture()
        let model = FilteredViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        let group = try #require(model.state.groups?.first)
        #expect(group.name == "no rumours" && group.query == "rumour" && group.count == "6 hidden")
        #expect(group.tickets.map(\.id.item) == ["25", "20", "15", "10", "5", "0"])
        #expect(model.state.summary == "6 items hidden by 1 rule in this view")
        model.send(.move(-1))
        model.send(.unhide)
        #expect(fixture.session.messages.toast?.text == "Move to an item first.")
        model.send(.move(2))
        model.send(.unhide)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.tickets.map(\.id.item) == ["25", "15", "10", "5", "0"])
        #expect(items(fixture).contains("20"))
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.tickets.count == 6)
        #expect(!items(fixture).contains("20"))
        model.send(.toggleRule)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.isOff == true)
        #expect(model.state.summary == "0 items hidden by 0 rules in this view")
        #expect(items(fixture).contains("20"))
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.isOff == false)
        #expect(fixture.session.messages.toast?.text == "Undone: rule “no rumours” is enabled again")
    }

    @Test("A disabled rule stays in the list of hidden tickets and can be enabled there")
    func enabling() async throws {
        var rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        rule.isEnabled = false
        let fixture = try await fixture(rules: [rule])
        let model = FilteredViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.count == "off")
        model.send(.toggleRule)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.count == "6 hidden")
        #expect(fixture.session.messages.toast?.text == "Enabled rule “no rumours” · :undo undoes")
        #expect(!items(fixture).contains("20"))
    }

    @Test("The list of hidden tickets names the scope and the end of each rule")
    func scopeAndExpiry() async throws {
        var rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        rule.scope = .topic("Racing")
        rule.expires = Timestamp(seconds: 4_000_000_000)
        let fixture = try await fixture(rules: [rule])
        let model = FilteredViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        let text = try #require(model.state.groups?.first?.query)
        #expect(text.hasPrefix("rumour · in Racing · until "), "\(text)")
    }

    @Test("A ticket exempted from hiding does not count as hidden by a changed rule")
    func trialLeavesOutUnhidden() async throws {
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        let fixture = try await fixture(rules: [rule])
        fixture.services.track.marks.unhide([ticket(20).id])
        await fixture.session.activity.idle()
        let model = RuleEditorViewModel(origin: .rule(rule), track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.trialResult == "would hide 5 of 30")
        model.send(.nextEffect)
        await fixture.session.activity.idle()
        #expect(model.state.trialResult == "would muffle 6 of 30")
    }

    @Test("The list of hidden tickets starts at the first ticket, which can be exempted at once")
    func filteredBegins() async throws {
        let fixture = try await fixture()
        let model = FilteredViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        model.send(.unhide)
        await fixture.session.activity.idle()
        #expect(items(fixture).contains("25"))
    }

    @Test("A topic used by a rule cannot be deleted, stays chosen, and the rule is named")
    func neededTopic() async throws {
        let fixture = try await fixture(rules: [Rule(name: "only", subject: .offTopic("Racing"))])
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.remove)
        await fixture.session.activity.idle()
        #expect(
            fixture.session.messages.toast?.text
                == "The rule “only” is about the topic “Racing”. Change or remove the rule first.")
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours"])
    }

    @Test("A topic that a rule's query names is neither removed nor given a name that no query can contain")
    func namedTopic() async throws {
        let fixture = try await fixture(rules: [Rule(name: "R3", query: try Query(parsing: "-topic:Racing"))])
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.remove)
        #expect(
            fixture.session.messages.toast?.text
                == "Queries name the topic “Racing”: rule “R3”. Change these queries first.")
        picker.send(.askForName)
        picker.send(.rename("★"))
        #expect(picker.state.namePrompt != nil, "Another name is asked for.")
        #expect(
            fixture.session.messages.toast?.text.contains("“★” cannot be written in a query") == true,
            "\(String(describing: fixture.session.messages.toast))")
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours"])
    }

    @Test("Renaming the topic that is looked at stays in it, on the same item and line, and so does undoing it")
    func renamedTopic() async throws {
        let fixture = try await fixture(rules: [])
        await fixture.send(.toggleTopic(1), .move(3))
        let cursor = fixture.cursor
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.askForName)
        picker.send(.rename("🍎"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Renamed “Racing” to “🍎” · :undo undoes")
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:🍎"]))
        #expect(fixture.cursor == cursor)
        #expect(picker.state.text.isEmpty, "The text looked for the former name.")
        #expect(picker.state.rows.map(\.name) == ["All", "🍎", "Rumours"] && picker.state.cursor == 1)
        #expect(picker.state.rows.map(\.isChosen) == [false, true, false])
        await fixture.send(.undo)
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Racing"]))
        #expect(fixture.cursor == cursor)
    }

    @Test("A topic is not renamed to blanks: a name is asked for again")
    func renamedToBlanks() async throws {
        let fixture = try await fixture(rules: [])
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.askForName)
        picker.send(.rename("  "))
        #expect(fixture.session.messages.toast?.text.hasPrefix("A name is needed:") == true)
        #expect(picker.state.namePrompt != nil)
        picker.send(.rename(nil))
        #expect(picker.state.namePrompt == nil)
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours"])
    }

    @Test("A topic that its own query names is followed when it is renamed, and when that is undone")
    func renamedTopicOfItself() async throws {
        let fixture = try await fixture(rules: [])
        let topic = Topic(name: "Mine", query: try Query(parsing: "topic:Min* OR rain"))
        fixture.services.track.labels.put(topic)
        await fixture.session.activity.idle()
        await fixture.send(.toggleTopic(3))
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Mine"]))
        fixture.services.track.labels.change(.topicRenamed, undone: .topicChangedUndone, of: "Mine", to: "Own") {
            var renamed = topic
            renamed.name = "Own"
            $0.put(renamed, replacing: "Mine")
        }
        await fixture.session.activity.idle()
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Own"]))
        await fixture.send(.undo)
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Mine"]))
    }

    @Test("The choice calls the sources of a topic and those in its query by their own names")
    func namesOfSources() async throws {
        let fixture = try await fixture(rules: [])
        var statuses = ["feed:a", "feed:b"]
            .map { id in
                SupplierStatus(
                    id: SupplierID(id), name: "\(id).example", kind: "feed", condition: .healthy, lastSuccess: nil,
                    covered: TimeframeSet(), floor: nil)
            }
        statuses[0].sourceName = "Kerb"
        statuses[1].sourceName = "Pit Wall"
        fixture.track.setSuppliers(statuses)
        fixture.services.track.labels.change(.topicAdded, undone: .topicAddedUndone, of: "Tech") { library in
            library.put(SourceDescription(id: "feed:b", address: "b.example", topics: ["Tech"]))
            library.put(Topic(name: "Tech", query: Query.source("feed:a")))
        }
        await fixture.session.activity.idle()
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        #expect(
            picker.state.rows.first { $0.name == "Tech" }?.explanation == "source:\"Kerb\", Pit Wall",
            "\(picker.state.rows)")
    }

    @Test("A movement longer than the choice of topics wraps around and stays on a row, also upwards")
    func wheel() async throws {
        let fixture = try await fixture(rules: [])
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        picker.start()
        await fixture.session.activity.idle()
        #expect(picker.state.rows.count == 3)
        picker.send(.move(-7))
        #expect(picker.state.cursor == 2)
        picker.send(.move(8))
        #expect(picker.state.cursor == 1)
    }

    @Test("Every topic has a key of its own in the choice: digits, then capital letters")
    func keysOfTopics() async throws {
        let fixture = try await fixture(rules: [])
        fixture.services.track.labels.change(.topicAdded, undone: .topicAddedUndone, of: "T3") { library in
            for number in 3...12 { library.put(Topic(name: "T\(number)", languages: ["en"])) }
        }
        await fixture.session.activity.idle()
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        var chosen: Set<LabelID>?
        picker.onOutput = { if case .choose(let topics) = $0 { chosen = topics } }
        picker.start()
        await fixture.session.activity.idle()
        #expect(String(picker.state.rows.compactMap(\.key)) == "0123456789ABC")
        picker.send(.pick("C"))
        #expect(chosen == ["topic:T12"])
    }

    @Test("A rule made from a ticket shows its effect before it is saved and can be undone")
    func ruleFromTicket() async throws {
        let fixture = try await fixture(rules: [])
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track,
            session: fixture.session)
        var ended = false
        model.onOutput = { _ in ended = true }
        model.start()
        await fixture.session.activity.idle()
        let word = try #require(model.state.suggestions?.firstIndex { $0.text == "cooking" })
        model.send(.move(word))
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(model.state.text == "title:cooking")
        #expect(model.state.trialResult == "would hide 15 of 30")
        #expect(model.state.samples.first?.headline == "Ticket 29 cooking news")
        model.send(.type("cooking rumour"))
        await fixture.session.activity.idle()
        #expect(model.state.trialResult == "would hide 3 of 30")
        model.send(.type("topic:racing"))
        #expect(
            model.state.explanation.hasSuffix(
                " · No source belongs to the topic “racing”; it has a query. In a query, topic: finds what comes from a topic's sources."
            ), "\(model.state.explanation)")
        model.send(.type("title:"))
        #expect(model.state.isWrong && model.state.trialResult == nil)
        model.send(.save)
        #expect(!ended)
        #expect(fixture.session.messages.toast?.kind == .failure)
        model.send(.type("cooking"))
        await fixture.session.activity.idle()
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(ended)
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .on, hidden: 15))
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.filter == nil)
        #expect(fixture.timeline.state.header.total == 30)
    }

    @Test("An off-topic rule is made from a ticket and applies to its source")
    func offTopicFromTicket() async throws {
        let fixture = try await fixture(rules: [])
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track,
            session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        let topics = model.state.suggestions?.filter { if case .offTopic = $0.subject { true } else { false } }
        #expect(topics?.map(\.text) == ["Racing", "Rumours"])
        let first = try #require(model.state.suggestions?.firstIndex { $0.subject == .offTopic("Racing") })
        model.send(.move(first))
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(!model.state.isQuery && model.state.trialResult == "would hide 15 of 30")
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(
            fixture.services.track.labels.rules == [
                Rule(name: "off Racing", subject: .offTopic("Racing"), scope: .supplier("feed:a"))
            ])
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .on, hidden: 15))
    }

    @Test("A new off-topic rule is named in the language of the screens")
    func nameOfOffTopicRule() async throws {
        let fixture = try await fixture(rules: [], localizer: .spanish)
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track,
            session: fixture.session)
        model.start()
        await fixture.session.activity.idle()
        model.send(.move(try #require(model.state.suggestions?.firstIndex { $0.subject == .offTopic("Racing") })))
        model.send(.choose)
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.rules.map(\.name) == ["fuera de Racing"])
    }

    @Test("A view without tickets names the source and the topic")
    func nothingOfSourceInTopic() async throws {
        let fixture = try await fixture(rules: [])
        let racing = ticket(40, of: "feed:b", title: "racing")
        fixture.track.commit((0..<30).map { ticket($0, title: "cooking") } + [racing])
        try await fixture.labels?.decide()
        await fixture.send(.showAlone("feed:a", topic: nil), .toggleTopic(1))
        guard case .notice(let title, _) = fixture.timeline.state.body else {
            Issue.record("\(fixture.timeline.state.body)")
            return
        }
        #expect(title == "Nothing from feed:a belongs to Racing.")
    }

    @Test("Search results update while typing, lead into the timeline, and can be stepped through from there")
    func search() async throws {
        let fixture = try await fixture()
        let model = SearchViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        var outputs: [SearchViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.send(.type("ra"))
        model.send(.type("racing -2*"))
        await fixture.session.activity.idle()
        #expect(model.state.rows.map(\.id.item) == ["18", "16", "14", "12", "8", "6", "4"])
        #expect(model.state.summary == "7 matches · 2 hidden by the filter; search everywhere to include them")
        #expect(model.state.rows.first.map { String($0.headline.utf8.dropFirst(10).prefix(6)) } == "racing")
        #expect(model.state.rows.first?.headlineMatches == [10..<16])
        model.send(.toggleScope)
        await fixture.session.activity.idle()
        #expect(model.state.rows.count == 9 && model.state.summary == "9 matches")
        model.send(.toggleScope)
        await fixture.session.activity.idle()
        model.send(.move(1))
        model.send(.visit)
        guard case .visit(let key, let query, false) = outputs.last else {
            Issue.record("no ticket was visited")
            return
        }
        fixture.timeline.send(.showResult(key, query, isEverywhere: false))
        await fixture.session.activity.idle()
        #expect(fixture.cursor.hasPrefix("16 at"))
        await fixture.send(.seekMatch(.older), .seekMatch(.older))
        #expect(fixture.cursor.hasPrefix("12 at") || fixture.cursor.hasPrefix("14 at"))
        await fixture.send(.seekMatch(.newer))
        #expect(fixture.cursor.hasPrefix("14 at") || fixture.cursor.hasPrefix("16 at"))
        await fixture.send(.cancel)
        #expect(fixture.timeline.state.searchQuery == nil)
    }

    @Test("Enter in a search without a result says that nothing matches, or what is wrong with the query")
    func searchWithoutResult() async throws {
        let fixture = try await fixture()
        let model = SearchViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        model.send(.type("nothing-like-it"))
        await fixture.session.activity.idle()
        model.send(.visit)
        #expect(fixture.session.messages.toast?.text == "Nothing matches.")
        model.send(.type("title:"))
        model.send(.visit)
        #expect(model.state.isWrong && fixture.session.messages.toast?.text == model.state.explanation)
    }

    @Test("A search can be saved as a topic, and a topic is found by some of its letters")
    func topics() async throws {
        let fixture = try await fixture(rules: [])
        let search = SearchViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        search.send(.type("cooking news"))
        search.send(.askForName)
        search.send(.save("  "))
        #expect(fixture.session.messages.toast?.text == "A topic needs a name. The search was not saved.")
        search.send(.askForName)
        search.send(.save("Kitchen"))
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.header.topics.map(\.name) == ["Racing", "Rumours", "Kitchen"])
        #expect(fixture.timeline.state.header.topics.last?.unread == 12)
        let picker = TopicsViewModel(
            view: fixture.timeline.currentView, track: fixture.services.track, session: fixture.session)
        var chosen: Set<LabelID>?
        picker.onOutput = { if case .choose(let topics) = $0 { chosen = topics } }
        picker.start()
        await fixture.session.activity.idle()
        #expect(picker.state.rows.map(\.name) == ["All", "Racing", "Rumours", "Kitchen"])
        #expect(picker.state.rows.last?.count == "12 of 12")
        picker.send(.type("kch"))
        #expect(picker.state.rows.first?.name == "Kitchen")
        picker.send(.choose)
        #expect(chosen == ["topic:Kitchen"])
        picker.send(.type("zebra"))
        picker.send(.choose)
        #expect(chosen == ["topic:Kitchen"], "the topic is not stored yet")
        await fixture.session.activity.idle()
        #expect(chosen == ["topic:zebra"])
        await fixture.send(.undo)
        #expect(fixture.session.messages.toast?.text == "Undone: topic “zebra” is removed")
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.topics.map(\.name) == ["Racing", "Rumours"])
        search.send(.askForName)
        search.send(.save("Racing"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Changed topic “Racing” · :undo undoes")
        await fixture.send(.undo)
        #expect(fixture.session.messages.toast?.text == "Undone: topic “Racing” is as before")
        search.send(.type("topic:Nope"))
        search.send(.askForName)
        search.send(.save("Empty"))
        await fixture.session.activity.idle()
        #expect(
            fixture.session.messages.toast?.text
                == "Topic “Empty” added · :undo undoes · There is no topic “Nope”.")
    }
}
