import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing

@testable import ViewModels

@Suite("The list of hidden tickets")
struct FilteredViewModelTests {
    /// Labels tickets after a change only when the test says so.
    private actor LateLabels: LabelManaging {
        private var current: Library
        private let stream: AsyncStream<LabelProgress>
        private let continuation: AsyncStream<LabelProgress>.Continuation

        init(_ library: Library) {
            current = library
            (stream, continuation) = AsyncStream<LabelProgress>.makeStream()
        }

        func library() async throws -> Library { current }

        func update(
            _ change: @escaping @Sendable (inout Library) -> Void
        ) async throws -> (before: Library, after: Library) {
            let before = current
            change(&current)
            continuation.yield(LabelProgress(done: 0, total: 1, isComplete: false))
            return (before, current)
        }

        nonisolated func progress() -> AsyncStream<LabelProgress> { stream }

        nonisolated func labelTickets() { continuation.yield(.nothing) }
    }

    @Test("Without rules, the list of hidden items says so, and nothing about a filter")
    func filteredWithoutRules() async throws {
        let fixture = Fixture(library: Library())
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
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
        let fixture = try await Fixture.labelled()
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let group = try #require(model.state.groups?.first)
        #expect(group.name == "no rumours" && group.query == "rumour" && group.count == "6 hidden")
        #expect(group.tickets.map(\.id.item) == ["25", "20", "15", "10", "5", "0"])
        #expect(model.state.summary == "6 items hidden by 1 rule in this view")
        model.send(.setFilter(.off))
        #expect(model.state.summary == "6 items would be hidden by 1 rule in this view")
        model.send(.setFilter(.on))
        #expect(model.state.summary == "6 items hidden by 1 rule in this view")
        model.send(.move(-1))
        model.send(.unhide)
        #expect(fixture.session.messages.toast?.text == "Move to an item first.")
        model.send(.move(2))
        model.send(.unhide)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.tickets.map(\.id.item) == ["25", "15", "10", "5", "0"])
        #expect(fixture.items.contains("20"))
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.tickets.count == 6)
        #expect(!fixture.items.contains("20"))
        model.send(.toggleRule)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.isOff == true)
        #expect(model.state.summary == "0 items hidden by 0 rules in this view")
        #expect(fixture.items.contains("20"))
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.isOff == false)
        #expect(fixture.session.messages.toast?.text == "Undone: rule “no rumours” is enabled again")
    }

    @Test("A disabled rule stays in the list of hidden tickets and can be enabled there")
    func enabling() async throws {
        var rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        rule.isEnabled = false
        let fixture = try await Fixture.labelled(rules: [rule])
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.count == "off")
        model.send(.toggleRule)
        await fixture.session.activity.idle()
        #expect(model.state.groups?.first?.count == "6 hidden")
        #expect(fixture.session.messages.toast?.text == "Enabled rule “no rumours” · :undo undoes")
        #expect(!fixture.items.contains("20"))
    }

    @Test("The list of hidden tickets names the scope and the end of each rule")
    func scopeAndExpiry() async throws {
        var rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        rule.scope = .topic("Racing")
        rule.expires = Timestamp(seconds: 4_000_000_000)
        let fixture = try await Fixture.labelled(rules: [rule])
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let text = try #require(model.state.groups?.first?.query)
        #expect(text.hasPrefix("rumour · in Racing · until "), "\(text)")
    }

    @Test("The list of hidden tickets starts at the first ticket, which can be exempted at once")
    func filteredBegins() async throws {
        let fixture = try await Fixture.labelled()
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        model.send(.unhide)
        await fixture.session.activity.idle()
        #expect(fixture.items.contains("25"))
    }

    @Test("Keys wait until a change is stored and the list is read again, also if either fails")
    func heldInput() async throws {
        let fixture = try await Fixture.labelled()
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        var acceptsInput = false
        model.onChange = { acceptsInput = !model.isCatchingUp }
        func expectWait(for action: FilteredViewModel.Action) async {
            acceptsInput = false
            model.send(action)
            #expect(model.isCatchingUp, "\(action)")
            await fixture.session.activity.idle()
            #expect(!model.isCatchingUp && acceptsInput, "\(action)")
        }
        for change in [FilteredViewModel.Action.unhide, .toggleRule, .removeRule] {
            await expectWait(for: change)
            await expectWait(for: .undo)
        }
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        for change in [FilteredViewModel.Action.unhide, .toggleRule, .removeRule] { await expectWait(for: change) }
    }

    @Test("Keys wait until the tickets of a changed rule are labelled, but not for long")
    func labelling() async throws {
        var rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        rule.isEnabled = false
        let labels = LateLabels(Library(rules: [rule]))
        let fixture = Fixture(labels: labels)
        await fixture.services.track.labels.start()
        let model = FilteredViewModel(view: TrackView(filter: .on), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        model.send(.toggleRule)
        await fixture.time.waitForSleep(of: .seconds(1))
        #expect(model.isCatchingUp && fixture.services.track.labels.rules.first?.isEnabled == true)
        labels.labelTickets()
        await fixture.session.activity.idle()
        #expect(!model.isCatchingUp)
        model.send(.undo)
        #expect(model.isCatchingUp)
        while model.isCatchingUp {
            fixture.time.advance(by: .seconds(1))
            await Task.yield()
        }
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.rules.first?.isEnabled == false)
        fixture.services.track.labels.stop()
    }
}
