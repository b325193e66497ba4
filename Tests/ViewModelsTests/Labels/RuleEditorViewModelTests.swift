import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The editor of a rule")
struct RuleEditorViewModelTests {
    @Test("A ticket exempted from hiding does not count as hidden by a changed rule")
    func trialLeavesOutUnhidden() async throws {
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        let fixture = try await Fixture.labelled(rules: [rule])
        fixture.services.track.marks.unhide([ticket(20).id])
        await fixture.session.activity.idle()
        let model = RuleEditorViewModel(origin: .rule(rule), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "would hide 5 of 30")
        model.send(.nextEffect)
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "would muffle 6 of 30")
    }

    @Test("A rule made from a ticket shows its effect before it is saved and can be undone")
    func ruleFromTicket() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track)
        var ended = false
        model.onOutput = { _ in ended = true }
        model.start()
        await fixture.session.activity.idle()
        let word = try #require(model.state.suggestions?.firstIndex { $0.text == "cooking" })
        model.send(.move(word))
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(model.state.text == "title:cooking")
        #expect(model.state.preview?.result == "would hide 15 of 30")
        #expect(model.state.preview?.samples.first?.headline == "Ticket 29 cooking news")
        model.send(.type("cooking rumour"))
        await fixture.session.activity.idle()
        #expect(model.state.preview?.result == "would hide 3 of 30")
        model.send(.type("topic:racing"))
        #expect(
            model.state.query.explanation.hasSuffix(
                " · No source belongs to the topic “racing”; it has a query. In a query, topic: finds what comes from a topic's sources."
            ), "\(model.state.query.explanation)")
        model.send(.type("title:"))
        #expect(model.state.query.isWrong && model.state.preview == nil)
        model.send(.save)
        #expect(!ended)
        #expect(fixture.session.messages.history.last?.text == model.state.query.explanation)
        #expect(fixture.session.messages.toast == nil, "The error is on the screen already.")
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

    @Test("A rule about a source is explained with the name of the source, or its address if it has none")
    func sourceByName() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        fixture.services.track.labels.change(.topicAdded, undone: .topicAddedUndone, of: "Tech") { library in
            library.put(SourceDescription(id: "feed:named", address: "https://a.example/", name: "Kerb"))
            library.put(SourceDescription(id: "feed:nameless", address: "https://b.example/"))
        }
        await fixture.session.activity.idle()
        for (id, name) in [("feed:named", "Kerb"), ("feed:nameless", "https://b.example/")] {
            let model = RuleEditorViewModel(
                origin: .text(try #require(Query.source(SupplierID(id))).description), track: fixture.services.track)
            model.start()
            await fixture.session.activity.idle()
            #expect(model.state.query.explanation == "items whose source is called “\(name)”")
        }
    }

    @Test("An off-topic rule is made from a ticket and applies to its source")
    func offTopicFromTicket() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let topics = model.state.suggestions?.filter { if case .offTopic = $0.subject { true } else { false } }
        #expect(topics?.map(\.text) == ["Racing", "Rumours"])
        let first = try #require(model.state.suggestions?.firstIndex { $0.subject == .offTopic("Racing") })
        model.send(.move(first))
        model.send(.choose)
        await fixture.session.activity.idle()
        #expect(!model.state.isQuery && model.state.preview?.result == "would hide 15 of 30")
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(
            fixture.services.track.labels.rules == [
                Rule(name: "off Racing", subject: .offTopic("Racing"), scope: .supplier("feed:a"))
            ])
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .on, hidden: 15))
    }

    @Test("An off-topic rule says at once that it takes no text, and Enter after typing saves nothing")
    func offTopicTakesNoText() async throws {
        let rule = Rule(name: "off Racing", subject: .offTopic("Racing"))
        let fixture = try await Fixture.labelled(rules: [rule])
        let model = RuleEditorViewModel(origin: .rule(rule), track: fixture.services.track)
        var ended = false
        model.onOutput = { _ in ended = true }
        model.start()
        await fixture.session.activity.idle()
        model.send(.nextEffect)
        model.send(.type("x"))
        let reason = "The rule matches items outside Racing and has no query. A new rule can have one."
        #expect(model.state.refusal == reason && model.state.text.isEmpty)
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(!ended && fixture.services.track.labels.rules == [rule])
        #expect(fixture.session.messages.toast?.text == reason && model.state.refusal == nil)
        // The other parts of the rule can be changed.
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(ended && fixture.services.track.labels.rules.map(\.effect) == [.muffle])
    }

    @Test("A rule that cannot be stored leaves the editor open with its text and its name")
    func unstored() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let labels = try #require(fixture.labels)
        let model = RuleEditorViewModel(origin: .text("cooking"), track: fixture.services.track)
        var ended = false
        model.onOutput = { _ in ended = true }
        model.start()
        await fixture.session.activity.idle()
        model.send(.submit("kitchen"))
        await labels.fail(with: .blank("/home/ann/library.toml"))
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(!ended && model.state.text == "cooking" && model.state.name == "kitchen")
        #expect(fixture.session.messages.toast?.kind == .failure)
        await labels.fail(with: nil)
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(ended && fixture.services.track.labels.rules.map(\.name) == ["kitchen"])
    }

    @Test("Saving a rule without a change says so and leaves nothing to undo")
    func unchanged() async throws {
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        let fixture = try await Fixture.labelled(rules: [rule])
        let model = RuleEditorViewModel(origin: .rule(rule), track: fixture.services.track)
        var ended = false
        model.onOutput = { _ in ended = true }
        model.start()
        await fixture.session.activity.idle()
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(ended && fixture.services.track.labels.rules == [rule] && fixture.session.undo.isEmpty)
        #expect(fixture.session.messages.toast?.text == "The rule “no rumours” is the same as before.")
    }

    @Test("A new off-topic rule is named in the language of the screens")
    func nameOfOffTopicRule() async throws {
        let fixture = try await Fixture.labelled(rules: [], localizer: .spanish)
        let model = RuleEditorViewModel(
            origin: .ticket(ticket(29).id, view: fixture.timeline.currentView), track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        model.send(.move(try #require(model.state.suggestions?.firstIndex { $0.subject == .offTopic("Racing") })))
        model.send(.choose)
        model.send(.save)
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.rules.map(\.name) == ["fuera de Racing"])
    }
}
