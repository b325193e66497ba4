import EngineConcepts
import EngineTestSupport
import Localization
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("Refreshes of a command or of the Fiber on the screen")
struct RefreshWorkTests {
    @Test("A refresh reports what is new, and the sources that failed by their names")
    func failure() async throws {
        let timeline = try await ScriptedTimeline()
        timeline.far.source.behavior.failure = SupplierError(.refused, Message("serverError", [:]))
        let result = try await timeline.refresh().run(RefreshRequest())
        #expect(result.summary == .inserted(3) && result.inserted == 3)
        #expect(result.failedSources.groups.map(\.names) == [["Far"]])
        #expect(result.failedSources.groups.first?.reason.error.key == "serverError")
        #expect(result.json.isEmpty)
    }

    @Test("A refresh that cannot be stored ends with the status of the store")
    func failingStore() async throws {
        let timeline = try await ScriptedTimeline()
        try await timeline.store.close()
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await timeline.refresh().run(RefreshRequest())
        }
        #expect(failure?.status == .store, "\(failure?.message.key ?? "")")
    }

    @Test("A refresh of one source asks no other, and gets no list of notes")
    func named() async throws {
        let timeline = try await ScriptedTimeline()
        let lists = WaitableState(0)
        let work = timeline.refresh(refreshLists: { _ in
            lists.withLock { $0 += 1 }
            return []
        })
        let result = try await work.run(RefreshRequest(sources: ["Near"]))
        #expect(result.summary == .inserted(3))
        #expect(timeline.far.source.requests.isEmpty)
        #expect(lists.withLock { $0 } == 0)
    }

    @Test("A refresh that names an unknown source asks none")
    func unknown() async throws {
        let timeline = try await ScriptedTimeline()
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await timeline.refresh().run(RefreshRequest(restart: true, sources: ["Near", "nobody"]))
        }
        #expect(failure?.message.key == "sourceNotFound")
        #expect(timeline.near.source.requests.isEmpty)
    }

    @Test("Lists of notes that fail are warnings, and are asked like the sources: only if they are due, or in any case")
    func lists() async throws {
        let timeline = try await ScriptedTimeline()
        for onlyDue in [true, false] {
            let work = timeline.refresh(refreshLists: { [.verbatim("only due: \($0)")] })
            let result = try await work.run(RefreshRequest(ifDue: onlyDue))
            #expect(result.warnings == [.verbatim("only due: \(onlyDue)")])
        }
    }

    @Test("The result of a refresh has its figures as JSON")
    func figures() async throws {
        let timeline = try await ScriptedTimeline()
        let work = timeline.refresh(encodeFigures: { figures in
            let requests = figures.sources.map { "\($0.id) \($0.requests.made)" }.sorted()
            return "\(figures.report.inserted) \(figures.actions.sent) \(figures.requests.made) \(requests)"
        })
        for inserted in [6, 0] {
            let result = try await work.run(RefreshRequest())
            #expect(result.json == #"\#(inserted) 0 2 ["far 1", "near 1"]"#, "those of one refresh, not of the process")
            timeline.time.advance(by: .seconds(60))
        }
    }

    @Test("The progress counts the sources that have answered, and is removed at the end")
    func progress() async throws {
        let timeline = try await ScriptedTimeline()
        let reported = WaitableState<[RunProgress?]>([])
        let work = timeline.refresh(progress: { progress in reported.withLock { $0.append(progress) } })
        _ = try await work.run(RefreshRequest())
        let all = reported.withLock { $0 }
        #expect(all.last == .some(nil))
        let last = try #require(all.compactMap(\.self).last)
        #expect(last.done == 2 && last.total == 2 && last.failedSources.isEmpty)
        #expect(["2/2  Near", "2/2  Far"].contains(last.text(in: .english)))
    }

    @Test("The line of progress has the counts, the sources that have failed so far, and the one that answered last")
    func line() {
        let failed = Localizer.english(Message("fillFailedSoFar", ["sources": .list([.text("Far")])]))
        let progress = RunProgress(done: 2, total: 3, failedSources: ["Far"], latest: "Near")
        #expect(progress.text(in: .english) == "2/3  \(failed)  Near")
    }

    @Test("A refresh sends what waits in the outbox, and reports it")
    func sends() async throws {
        let ticket = TicketID(supplier: "near", item: "near1")
        let action = PendingAction(
            id: ActionID("a"), request: .ticket(.like, ticket), requestedAt: Timestamp(seconds: 1_799_999_000),
            repetition: .safe)
        let timeline = try await ScriptedTimeline(waiting: [action])
        let result = try await timeline.refresh().run(RefreshRequest())
        #expect(
            result.actions
                == Message("outboxSummary", ["sent": .number(1), "refused": .number(0), "waiting": .number(0)]))
        #expect(timeline.near.recorder.deliveries.map(\.item) == ["near1"])
    }
}
