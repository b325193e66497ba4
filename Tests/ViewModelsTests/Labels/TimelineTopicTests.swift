import EngineConcepts
import EngineTestSupport
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Topics in the timeline")
struct TimelineTopicTests {
    @Test("A digit shows a topic, a second digit both, and an ampersand only what belongs to both")
    func digits() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.send(.toggleTopic(1))
        #expect(fixture.items == (0..<15).map { String(28 - 2 * $0) })
        await fixture.send(.toggleTopic(2))
        #expect(fixture.items.contains("25") && fixture.items.contains("28"))
        #expect(fixture.timeline.state.header.combination == "any of these")
        await fixture.send(.toggleCombination)
        #expect(fixture.items == ["20", "10", "0"])
        #expect(fixture.timeline.state.header.combination == "all of these")
        await fixture.send(.showTopics([]))
        #expect(fixture.timeline.state.header.total == 30)
        #expect(fixture.track.settings.isEmpty || fixture.timeline.currentView.topics == nil)
    }

    @Test("An empty view of marked items has no gaps that withhold none, and says that it has no items")
    func marked() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.commit([1, 3, 7].map { ticket($0) }, gaps: [try gap(30, 8), try gap(5, 4, kind: .partial)])
        for (view, title) in [
            (TimelineAction.toggleStarredOnly, "Nothing is starred."),
            (TimelineAction.toggleLaterOnly, "Nothing is saved to read later."),
        ] {
            await fixture.send(view)
            guard case .notice(let shown, _) = fixture.timeline.state.body else {
                Issue.record("something is shown")
                return
            }
            #expect(shown == title)
            await fixture.send(view)
            #expect(fixture.content?.rows.count == 5)
        }
    }

    @Test("A view with gaps alone says that it has no items, and one with items says nothing")
    func onlyGaps() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.commit([1, 3, 7].map { ticket($0) }, gaps: [try gap(30, 8)])
        await fixture.send(.toggleTopic(1), .toggleTopic(2), .toggleCombination)
        #expect(fixture.content?.rows.allSatisfy { $0.gap != nil } == true)
        #expect(
            fixture.session.messages.toast?.text == "No item belongs to all of these topics: Racing, Rumours.")
        fixture.session.messages.dismiss()
        await fixture.send(.showTopics([]))
        #expect(fixture.content?.rows.count == 4)
        #expect(fixture.session.messages.toast == nil)
    }

    @Test("In a topic whose items are found after it is shown, the cursor goes to the one nearest to its place")
    func foundLater() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let (tickets, gaps) = ((30..<60).map { ticket($0, title: "racing") }, [try gap(20, 1)])
        await fixture.commit(tickets, gaps: gaps)
        await fixture.send(.top, .move(3))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "56")
        await fixture.send(.toggleTopic(1))
        #expect(fixture.content?.rows.allSatisfy { $0.gap != nil } == true)
        try await fixture.labels?.labelTickets()
        await fixture.commit(tickets, gaps: gaps)
        #expect(fixture.timeline.state.current?.ticket?.id.item == "56")
    }

    @Test("A view that lacks the cursor's row leaves no empty lines above its few rows")
    func fewRows() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        for _ in 0..<4 { await fixture.send(.move(1)) }
        let current = try #require(fixture.timeline.state.current?.ticket?.id.item)
        #expect(!["20", "10", "0"].contains(current) && (fixture.content?.line ?? 0) > 0)
        await fixture.send(.toggleTopic(1))
        await fixture.send(.toggleTopic(2))
        await fixture.send(.toggleCombination)
        #expect(fixture.items == ["20", "10", "0"])
        let content = try #require(fixture.content)
        let place = try #require(content.rows.firstIndex { $0.id == fixture.timeline.state.current?.id })
        if place == 0 { #expect(content.line == content.rows[0].headingLines) }
        #expect(place <= 1, "the nearest row: \(place)")
    }

    @Test("The bar counts the unread tickets of each topic that pass the filter")
    func counts() async throws {
        let fixture = try await Fixture.labelled()
        #expect(fixture.timeline.state.header.topics.map(\.unread) == [12, 0])
        #expect(fixture.timeline.state.header.allUnread == 24)
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .on, hidden: 6))
        await fixture.send(.toggleFilter)
        #expect(fixture.timeline.state.header.topics.map(\.unread) == [15, 6])
        #expect(fixture.timeline.state.header.allUnread == 30)
        #expect(fixture.timeline.state.header.filter == TimelineState.Filter(state: .off, hidden: 6))
    }

    @Test("A view without tickets names the source and the topic")
    func nothingOfSourceInTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let racing = ticket(40, of: "feed:b", title: "racing")
        fixture.track.commit((0..<30).map { ticket($0, title: "cooking") } + [racing])
        try await fixture.labels?.labelTickets()
        await fixture.send(.showAlone("feed:a", topic: nil), .toggleTopic(1))
        guard case .notice(let title, _) = fixture.timeline.state.body else {
            Issue.record("\(fixture.timeline.state.body)")
            return
        }
        #expect(title == "Nothing from feed:a belongs to Racing.")
    }

    @Test("A view of a paused source without tickets says that it is paused, and why if it crashed the program")
    func nothingOfPausedSource() async throws {
        for (hasCrashed, reason) in [
            (false, "Name of feed:a is paused: :pause in Sources resumes it."),
            (true, "Name of feed:a is paused: Fiber crashed twice while reading it. :pause in Sources resumes it."),
        ] {
            let fixture = Fixture()
            var status = sourceStatus("feed:a", .notAsked)
            (status.isPaused, status.hasCrashed) = (true, hasCrashed)
            fixture.track.setSuppliers([status])
            fixture.track.commit([ticket(1, of: "feed:b")])
            await fixture.start()
            await fixture.send(.showAlone("feed:a", topic: nil))
            guard case .notice(let title, _) = fixture.timeline.state.body else {
                Issue.record("\(fixture.timeline.state.body)")
                continue
            }
            #expect(title == reason)
        }
    }
}
