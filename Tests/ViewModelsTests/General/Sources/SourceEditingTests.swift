import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("Changes of the list of sources")
struct SourceEditingTests {
    @Test("A removed source is restored by undo, and a new one is requested at once")
    func editing() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        #expect(model.state.rows == [])
        model.send(.askForAddress)
        #expect(model.state.prompt != nil)
        model.send(.submit(" https://a.example/feed "))
        await fixture.session.activity.idle()
        #expect(model.state.prompt == nil)
        #expect(model.state.rows?.map(\.name) == ["New"])
        guard case .refresh = fixture.track.calls.last else {
            Issue.record("not asked: \(fixture.track.calls)")
            return
        }
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(model.state.rows == [])
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 1)
        model.send(.togglePause)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.last == "paused")
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.last != "paused")
        model.send(.askForName)
        model.send(.submit("Other"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.name == "Other")
    }

    @Test("A change of a source, and its undo, leave what was changed elsewhere since the source was listed")
    func changedElsewhere() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "a", address: "a", name: "A"))
        let model = await fixture.openSources()
        model.send(.askForName)
        let moved = SourceDescription(id: "a", address: "b", name: "A", topics: ["F1"], isPaused: true)
        try await fixture.sources.put(moved)
        model.send(.submit("Other"))
        await fixture.session.activity.idle()
        var renamed = moved
        renamed.name = "Other"
        #expect(try await fixture.sources.sources() == [renamed])
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources() == [moved])
    }

    @Test("Moving and removing sources can be undone")
    func order() async throws {
        let fixture = Fixture()
        for id in ["a", "b", "c", "d"] {
            try await fixture.sources.put(SourceDescription(id: SupplierID(id), address: id, name: id.uppercased()))
        }
        let model = await fixture.openSources()
        func order() async throws -> [String] {
            await fixture.session.activity.idle()
            #expect(model.state.rows?.map(\.id.rawValue) == (try await fixture.sources.sources().map(\.id.rawValue)))
            return model.state.rows?.map(\.id.rawValue) ?? []
        }
        model.send(.reorder(1))
        model.send(.reorder(1))
        #expect(try await order() == ["b", "c", "a", "d"] && model.state.cursor == 2)
        #expect(fixture.session.messages.history.last?.text == "Moved A to 3 of 4 · :undo undoes")
        model.send(.undo)
        #expect(try await order() == ["b", "a", "c", "d"])
        model.send(.reorder(-9))
        #expect(try await order() == ["a", "b", "c", "d"])
        model.send(.reorder(-1))
        model.send(.move(1))
        await fixture.sources.setWarnings(onRemoval: ["A rule names it."])
        model.send(.remove)
        #expect(try await order() == ["a", "c", "d"])
        #expect(fixture.session.messages.history.last?.text == "Removed B · :undo undoes · A rule names it.")
        model.send(.undo)
        #expect(try await order() == ["a", "b", "c", "d"])
        #expect(model.state.cursor == 1, "on what came back")
    }

    @Test("A failing source that is restored is requested again, because its failure was forgotten")
    func restoringFailing() async throws {
        let fixture = Fixture()
        for id in ["feed:a", "feed:b"] as [SupplierID] {
            try await fixture.sources.put(SourceDescription(id: id, address: "\(id)"))
        }
        fixture.track.setSuppliers([
            sourceStatus("feed:a", .failed(SupplierError(.refused, "It answered 404."), at: Fixture.now)),
            sourceStatus("feed:b", .healthy),
        ])
        let model = await fixture.openSources()
        func restore() async {
            model.send(.remove)
            await fixture.session.activity.idle()
            model.send(.undo)
            await fixture.session.activity.idle()
        }
        await restore()
        guard case .refreshOnly(_, let suppliers) = fixture.track.calls.last, suppliers == ["feed:a"] else {
            Issue.record("not asked: \(fixture.track.calls)")
            return
        }
        let callCount = fixture.track.calls.count
        let healthy = try #require(model.state.rows?.firstIndex { $0.id == "feed:b" })
        model.send(.move(healthy - model.state.cursor))
        await restore()
        #expect(model.state.rows?.count == 2 && fixture.track.calls.count == callCount)
    }

    @Test("Changing how a source is presented also changes the visible tickets, and undo restores it")
    func presentedAs() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        var changes = 0
        fixture.services.track.presenters.changes.observe(for: fixture) { _ in changes += 1 }
        func presentedAs() async throws -> PresentationStyle? {
            try await fixture.services.sources.sources().first?.presentedAs
        }
        for choice in PresentationStyle.allCases {
            model.send(.presentAsNext)
            await fixture.session.activity.idle()
            #expect(try await presentedAs() == choice)
        }
        #expect(fixture.session.messages.toast?.text.hasSuffix("is shown as plain lines · :undo undoes") == true)
        model.send(.presentAsNext)
        await fixture.session.activity.idle()
        #expect(try await presentedAs() == nil)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await presentedAs() == .lines)
        #expect(changes == 6)
    }

    @Test("Address, interval and filter of a source are set, and undo restores them")
    func settings() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        func source() async throws -> SourceDescription? { try await fixture.sources.sources().first }
        let before = try await source()
        model.send(.askForNewAddress)
        #expect(model.state.prompt?.initial == "https://a.example/feed" && model.state.prompt?.kind == .address)
        model.send(.submit("nonsense"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "nonsense is no address.")
        #expect(model.state.prompt?.initial == "nonsense", "to be corrected")
        model.send(.submit("https://b.example/feed"))
        await fixture.session.activity.idle()
        #expect(try await source()?.address == "https://b.example/feed" && model.state.prompt == nil)
        #expect(try await source()?.id == before?.id)

        model.send(.askForInterval)
        #expect(model.state.prompt?.initial == "")
        model.send(.submit("soon"))
        #expect(fixture.session.messages.toast?.text == "“soon” is no interval. Write 30m, 2h or 1d, or nothing.")
        #expect(model.state.prompt?.initial == "soon")
        model.send(.submit("2h"))
        await fixture.session.activity.idle()
        #expect(try await source()?.interval == 7200)
        #expect(model.state.rows?.first?.detail?.contains("every 2h") == true)

        model.send(.toggleFilter)
        await fixture.session.activity.idle()
        #expect(try await source()?.isFiltered == false)
        #expect(model.state.rows?.first?.detail?.hasSuffix("every 2h; rules hide nothing") == true)
        for _ in 0..<3 {
            model.send(.undo)
            await fixture.session.activity.idle()
        }
        #expect(try await source() == before)
    }

    @Test("A question shortens a long name, also when it is asked again, and the answer begins with the whole name")
    func longNames() async throws {
        let fixture = Fixture()
        let address = "https://a.example/\(String(repeating: "n", count: 40))"
        try await fixture.sources.put(SourceDescription(id: "a", address: address))
        let model = await fixture.openSources()
        let name = try #require(model.state.rows?.first?.name)
        model.send(.askForName)
        #expect(model.state.prompt?.initial == name && name.count > 32)
        #expect(model.state.prompt?.question.contains("\(name.prefix(31))…") == true)
        model.send(.cancelPrompt)
        model.send(.askForNewAddress)
        model.send(.submit("nonsense"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "nonsense")
        #expect(model.state.prompt?.question.contains("\(name.prefix(31))…") == true)
    }

    @Test("The last topic is completed from the topics of all sources, one after another, without those in the line")
    func completing() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(
            SourceDescription(id: "a", address: "a", name: "A", topics: ["World", "Work", "F1"]))
        try await fixture.sources.put(SourceDescription(id: "b", address: "b", name: "B", topics: ["World"]))
        let model = await fixture.openSources()
        func completed(_ text: String, by count: Int) -> String? {
            var completed: String?
            _ = model.complete(text, by: count) { completed = $0 }
            return completed
        }
        #expect(completed("Wo", by: 1) == nil, "no prompt for topics is open")
        model.send(.askForTopics)
        #expect(completed("wo", by: 1) == "World")
        #expect(completed("World", by: 1) == "Work")
        #expect(completed("Work", by: 1) == "World")
        #expect(completed("World", by: -1) == "Work")
        #expect(completed("World , wo", by: 1) == "World, Work")
        #expect(completed("F1, ", by: -1) == "F1, Work")
        #expect(completed("F1, X", by: 1) == nil)
    }

    @Test("The topics of a source are typed with commas, without duplicates, and undo restores the old ones")
    func topics() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.askForTopics)
        #expect(model.state.prompt?.question == "Topics of New, separated by commas (Tab completes):")
        model.send(.submit(" F1 , World  News,F1,"))
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["F1", "World News"]])
        model.send(.askForTopics)
        #expect(model.state.prompt?.initial == "F1, World News")
        model.send(.submit(""))
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [[]])
        #expect(fixture.session.messages.toast?.text == "New has no topics · :undo undoes")
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["F1", "World News"]])
    }

    @Test("A typed topic is a known one whatever its case, and the message says which are new")
    func newTopics() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "a", address: "a", name: "A", topics: ["World"]))
        let model = await fixture.openSources()
        model.send(.askForTopics)
        model.send(.submit("world, Wrold"))
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["World", "Wrold"]])
        #expect(fixture.session.messages.toast?.text == "Topics of A: World, Wrold · new: Wrold · :undo undoes")
        model.send(.askForTopics)
        model.send(.submit("World"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Topics of A: World · :undo undoes")
    }

    @Test("A new topic with the name of a built-in view is refused, and one that the source has stays")
    func topicNamedLikeView() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "a", address: "a", name: "A", topics: ["Todo"]))
        let model = await fixture.openSources()
        model.send(.askForTopics)
        model.send(.submit("Todo, all"))
        await fixture.session.activity.idle()
        #expect(
            fixture.session.messages.toast?.text == "“all” is the name of a built-in view. Choose another name.")
        #expect(model.state.prompt?.initial == "Todo, all", "to be corrected")
        #expect(try await fixture.sources.sources().map(\.topics) == [["Todo"]])
        model.send(.submit("Todo, World"))
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["Todo", "World"]])
    }

    @Test("Undoing a new address says that the items of the other one stay")
    func undoneAddress() async throws {
        let fixture = Fixture()
        try await fixture.list([sourceStatus("feed:a", .healthy)])
        let model = await fixture.openSources()
        model.send(.askForNewAddress)
        model.send(.submit("https://b.example/feed"))
        await fixture.session.activity.idle()
        model.send(.undo)
        await fixture.session.activity.idle()
        let end = " is read from its former address again. Items from the other one stay."
        #expect(fixture.session.messages.toast?.text.hasSuffix(end) == true)
    }

    @Test("An answer that cannot be stored is asked for again with what was typed")
    func unstored() async throws {
        let fixture = Fixture()
        try await fixture.list([sourceStatus("feed:a", .healthy)])
        let model = await fixture.openSources()
        await fixture.sources.fail(with: .blank("/home/ann/library.toml"))
        let answers: [(SourceManagerViewModel.Action, String)] = [
            (.askForName, "Mine"), (.askForTopics, "Racing, World"), (.askForInterval, "30m"),
        ]
        for (question, answer) in answers {
            model.send(question)
            model.send(.submit(answer))
            await fixture.session.activity.idle()
            #expect(model.state.prompt?.initial == answer)
            model.send(.cancelPrompt)
        }
    }
}
