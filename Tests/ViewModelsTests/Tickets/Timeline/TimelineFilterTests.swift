import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("The timeline's filter")
struct TimelineFilterTests {
    private func stored(_ filter: TimelineFilter, _ name: Preferences.Name) -> String? {
        filter.preferences.first { $0.0 == name }?.1
    }

    @Test("Topics are selected one beside the other, in the combination that was chosen last")
    func topics() {
        var filter = TimelineFilter()
        filter.toggleCombination()
        filter.toggle(topic: "a")
        filter.toggle(topic: "b")
        #expect(filter.view.topics == TopicSelection(["a", "b"], .intersection))
        filter.toggleCombination()
        #expect(filter.view.topics == TopicSelection(["a", "b"], .union))
        filter.show(topics: [])
        #expect(filter.view.topics == nil)
        #expect(!filter.isRestricted)
    }

    @Test("A filter is restored from what it stores, without topics that no longer exist")
    func storing() {
        var filter = TimelineFilter()
        filter.toggleCombination()
        filter.show(topics: ["a", "gone"])
        filter.toggleContentFilter()
        var restored = TimelineFilter()
        restored.restore(
            filter: stored(filter, .filter), topics: stored(filter, .topics), topics: ["a", "b"], hasRules: true)
        #expect(restored.view == TrackView(topics: TopicSelection(["a"], .intersection), filter: .on))
        restored.toggle(topic: "a")
        restored.toggle(topic: "b")
        #expect(restored.view.topics?.combination == .intersection)
    }

    @Test("The stored view is restored although settings that were chosen on the screen are restored before it")
    func restoredAfterSettings() async {
        let track = FakeTrack()
        let settings: [String: SettingValue] = ["timeline.fold-duplicates": .flag(true)]
        let first = Fixture(track: track, settings: settings)
        await first.start()
        await first.send(.toggleUnreadOnly, .cycleDensity)
        await first.services.track.flush()
        let second = Fixture(track: track, settings: settings)
        await second.start()
        #expect(second.timeline.currentView == first.timeline.currentView && second.timeline.currentView.unreadOnly)
        #expect(second.session.settings.density == first.session.settings.density)
    }

    @Test("A filter follows renamed topics, keeps their combination, and forgets missing ones")
    func renamedTopics() {
        var filter = TimelineFilter()
        filter.toggleCombination()
        filter.show(topics: ["a", "b", "gone"])
        filter.adapt(topics: ["new", "b"], renamed: ["a": "new"], hasRules: true)
        #expect(filter.view.topics == TopicSelection(["new", "b"], .intersection))
    }

    @Test("A topic that a command renames is renamed in the stored view, whose order stays, and stays closed")
    func renamedByCommand() async throws {
        let track = FakeTrack()
        var filter = TimelineFilter()
        filter.toggleCombination()
        filter.show(topics: ["topic:A 1", "topic:B"])
        var orders = ViewOrders()
        orders.choose(.oldestFirst, of: filter.view)
        orders.choose(.oldestFirst, of: TrackView(topics: TopicSelection(["topic:A 1"])))
        track.settings = [
            "timeline.topics": stored(filter, .topics) ?? "", "timeline.orders": orders.storedText,
            "sources.collapsed": "topic:A 1\ntopic:A",
        ]
        try await Preferences.rename(topic: "topic:A 1", to: "topic:New", in: track)
        var restored = TimelineFilter()
        restored.restore(
            filter: nil, topics: track.settings["timeline.topics"], topics: ["topic:New", "topic:B"], hasRules: true)
        #expect(restored.view.topics == TopicSelection(["topic:New", "topic:B"], .intersection))
        orders = ViewOrders(storedText: track.settings["timeline.orders"] ?? "")
        for view in [restored.view, TrackView(topics: TopicSelection(["topic:New"]))] {
            #expect(orders.order(of: view, standard: .newestFirst) == .oldestFirst)
        }
        #expect(track.settings["sources.collapsed"] == "topic:New\ntopic:A")
    }

    @Test("Renaming a topic stores nothing if no stored choice names it")
    func renamedElsewhere() async throws {
        let track = FakeTrack()
        try await Preferences.rename(topic: "topic:A", to: "topic:New", in: track)
        #expect(track.settings.isEmpty)
    }

    @Test("Without rules the content filter is on, whatever was stored")
    func withoutRules() {
        var filter = TimelineFilter()
        filter.restore(filter: "off", topics: nil, topics: [], hasRules: false)
        #expect(filter.view.filter == .on)
        filter.toggleContentFilter()
        filter.adapt(topics: [], hasRules: false)
        #expect(filter.view.filter == .on)
    }

    @Test("On a gap, the view of one source needs a gap of one source")
    func onlySourceOfGap() async throws {
        let fixture = Fixture()
        func gap(of suppliers: [SupplierID]) throws -> Gap {
            try ViewModelsTests.gap(20, 9, missing: suppliers.map { .init(supplier: $0, cause: .notAsked) })
        }
        fixture.track.commit(tickets(0..<10) + tickets(20..<30), gaps: [try gap(of: ["feed:a", "feed:b"])])
        await fixture.start()
        await fixture.send(.seek(.gap, .older), .toggleOnlySource)
        #expect(fixture.timeline.currentView.suppliers == nil)
        #expect(fixture.session.messages.toast?.text == "Move to an item first.")
        await fixture.commit(tickets(0..<10) + tickets(20..<30), gaps: [try gap(of: ["feed:b"])])
        await fixture.send(.toggleOnlySource)
        #expect(fixture.timeline.currentView.suppliers == ["feed:b"])
        await fixture.send(.toggleOnlySource)
        #expect(fixture.timeline.currentView.suppliers == nil)
    }

    @Test("A search through everything turns the content filter off, and its end turns it on again")
    func searching() {
        var filter = TimelineFilter()
        filter.view = TrackView(filter: .on, unreadOnly: true, foldsStories: true)
        let hides = filter.showEverything(hasRules: true)
        #expect(hides)
        #expect(filter.view == TrackView(foldsStories: true))
        filter.endSearch()
        #expect(filter.view == TrackView(filter: .on, foldsStories: true))
        filter.endSearch()
        #expect(filter.view.filter == .on)
    }

    @Test("The end of a search leaves the content filter off if the user turned it off meanwhile")
    func toggledWhileSearching() {
        var filter = TimelineFilter()
        filter.view.filter = .on
        _ = filter.showEverything(hasRules: true)
        filter.toggleContentFilter()
        filter.toggleContentFilter()
        filter.endSearch()
        #expect(filter.view.filter == .off)
    }
}
