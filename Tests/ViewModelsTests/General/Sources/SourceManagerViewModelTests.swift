import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing

@testable import ViewModels

@Suite("The list of sources")
struct SourceManagerViewModelTests {
    private func status(_ id: SupplierID, _ condition: RequestHistory.Condition, covered: TimeframeSet = TimeframeSet())
        -> SupplierStatus
    {
        SupplierStatus(
            id: id, name: "Name of \(id)", kind: "feed",
            requests: RequestHistory(condition, lastSuccess: Fixture.now.advanced(by: .seconds(-180))),
            covered: covered)
    }

    /// Lists sources in these states.
    private func list(_ statuses: [SupplierStatus], in fixture: Fixture) async throws {
        for id in statuses.map(\.id) {
            try await fixture.sources.put(SourceDescription(id: id, address: id.rawValue))
        }
        fixture.track.setSuppliers(statuses)
    }

    private func open(_ fixture: Fixture) async -> SourceManagerViewModel {
        let model = SourceManagerViewModel(sources: fixture.sources, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    @Test("Every source shows its health in words, and failing ones are counted")
    func health() async throws {
        let fixture = Fixture()
        let week = try #require(
            Timeframe(from: Fixture.now, downTo: Fixture.now.advanced(by: .seconds(-3 * 86_400))))
        let statuses = [
            status("feed:a", .healthy, covered: TimeframeSet([week])),
            status("feed:b", .failed(SupplierError(.refused, "It answered 503."), at: Fixture.now)),
            status("feed:c", .slow), status("feed:d", .neverAsked),
        ]
        try await list(statuses, in: fixture)
        let model = await open(fixture)
        let rows = try #require(model.state.rows)
        #expect(rows.map(\.last) == ["3 min ago", "failed", "still loading", "never"])
        #expect(rows[1].detail == "It answered 503.")
        #expect(rows[0].detail == "not loaded below Tue 17 Nov, 11:54")
        #expect(rows[0].coverage.prefix(48).allSatisfy { $0 == .missing })
        #expect(rows[0].coverage.suffix(36).allSatisfy { $0 == .covered })
        #expect(model.state.summary == "4, of which 1 needs attention")
    }

    @Test("A filter shows the sources with its words, and the cursor stays on the one found when it is lifted")
    func filter() async throws {
        let fixture = Fixture()
        let topics: KeyValuePairs<String, [String]> = ["a": [], "b": ["Racing"], "c": ["Cooking"]]
        for (id, topics) in topics {
            try await fixture.sources.put(
                SourceDescription(
                    id: SupplierID(id), address: "https://\(id).example", name: "Site \(id)", topics: topics))
        }
        let model = await open(fixture)
        model.send(.search("cook"))
        #expect(model.state.rows?.map(\.id.rawValue) == ["c"] && model.state.cursor == 0)
        #expect(model.state.summary == "3")
        model.send(.togglePause)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.isPaused) == [false, false, true])
        model.send(.search(""))
        #expect(model.state.rows?.count == 3 && model.state.cursor == 2)
        model.send(.search("nothing of the kind"))
        #expect(model.state.rows == [])
        model.stop()
        #expect(model.state.rows?.count == 3 && model.state.search.isEmpty)
    }

    @Test("A list from another program adds its sources, and the messages have everything that was left out of it")
    func importing() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        let messages = fixture.session.messages
        model.send(.askForList)
        #expect(model.state.prompt?.kind == .path)
        model.send(.submit(" ~/feeds.opml "))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == ["feed:one", "feed:two"])
        #expect(messages.toast?.text == "2 sources added · 2 skipped: :messages lists them")
        #expect(
            messages.history.suffix(3).dropLast().map(\.text)
                == ["Line 3: exec:ls runs a command.", "Line 4: x is no address."])
        model.send(.importList("~/known.opml"))
        await fixture.session.activity.idle()
        #expect(messages.toast?.text == "~/known.opml contains no new sources.")
    }

    @Test("Undo removes the sources that a list has added, and only those")
    func undoneImport() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        let before = try await fixture.sources.sources()
        model.send(.importList("~/feeds.opml"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 3)
        model.send(.importList("~/known.opml"))
        await fixture.session.activity.idle()
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources() == before && model.state.rows?.count == 1)
        #expect(fixture.session.messages.toast?.text == "Removed 2 sources")
    }

    @Test("The path of a list that cannot be read is asked for again, and a fixed list takes none")
    func refusedImport() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.importList("~/notes.txt"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "~/notes.txt")
        #expect(fixture.session.messages.toast?.text == "~/notes.txt is no list.")
        let fixed = SourceManagerViewModel(
            sources: FakeSources(fixedReason: "This is a sample."), track: fixture.services.track)
        fixed.send(.askForList)
        fixed.send(.importList("~/feeds.opml"))
        #expect(fixed.state.prompt == nil)
        #expect(fixture.session.messages.toast?.text == "This is a sample.")
    }

    @Test("Moving and removing sources can be undone")
    func order() async throws {
        let fixture = Fixture()
        for id in ["a", "b", "c", "d"] {
            try await fixture.sources.put(SourceDescription(id: SupplierID(id), address: id, name: id.uppercased()))
        }
        let model = await open(fixture)
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

    @Test("Unread counts follow the tickets that rules hide, although nothing is committed")
    func countsOfLabelledTickets() async throws {
        let fixture = Fixture(library: Library())
        try await list([status("feed:a", .healthy)], in: fixture)
        fixture.track.commit([ticket(1, title: "rumour"), ticket(2), ticket(3)])
        await fixture.start()
        let model = await open(fixture)
        #expect(model.state.rows?.map(\.unread) == [3])
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        fixture.services.track.labels.change(.ruleAdded, undone: .ruleAddedUndone, of: rule.name) { $0.put(rule) }
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.unread) == [2])
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.unread) == [3])
    }

    @Test(
        "The result of a refresh started in the list is reported",
        arguments: [
            (FillState.done(FillOutcome(inserted: 3)), "3 new items"), (.done(FillOutcome()), "Nothing new"),
            (
                .done(FillOutcome(failures: ["feed:a": .failed("Name of feed:a does not answer")])),
                "Nothing new. Name of feed:a does not answer"
            ),
            (.failed(EngineFailure(Message("The disk is full."))), "Could not load: The disk is full."),
        ])
    func outcome(state: FillState, words: String) async throws {
        let fixture = Fixture()
        fixture.track.setSuppliers([status("feed:a", .healthy)])
        let model = await open(fixture)
        model.send(.refreshAll)
        guard case .refresh(let fill)? = fixture.track.calls.last else {
            Issue.record("nothing was asked")
            return
        }
        fixture.track.emit(.fill(fill, gap: nil, state))
        while fixture.session.messages.history.last?.text != words { await Task.yield() }
        fixture.track.emit(.fill(FillID(99), gap: nil, state))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.history.count { $0.text == words } == 1)
    }

    @Test("A question that is being answered is not replaced by the choice among several sources")
    func choiceDuringAnswer() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://several.example"))
        model.send(.askForAddress)
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.kind == .address)
        #expect(fixture.session.messages.toast?.text.contains("several.example") == true)
    }

    @Test("Choices are taken by their numbers only, however large a number is")
    func numbers() {
        let choices = ["a", "b"].map { SeveralSources.Choice(address: $0, title: $0) }
        #expect(SeveralSources.choices(numberedIn: "2, 1", of: choices)?.map(\.address) == ["b", "a"])
        for wrong in ["", "0", "3", "x", "1 x", String(Int.min), String(Int.max)] {
            #expect(SeveralSources.choices(numberedIn: wrong, of: choices) == nil)
        }
    }

    @Test("If a page offers several sources they are chosen by number, and a wrong number can be corrected")
    func choices() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://several.example"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.question == "Which? 1–2")
        #expect(model.state.prompt?.choices.map(\.title) == ["News", "Notes"])
        #expect(
            model.state.prompt?.spoken
                == "1 News (https://several.example/news), 2 Notes (https://elsewhere.example/notes), Which? 1–2")
        model.send(.submit("3"))
        await fixture.session.activity.idle()
        #expect(model.state.rows == [])
        #expect(fixture.session.messages.toast?.text == "Choose a number from 1 to 2.")
        #expect(model.state.prompt?.initial == "3" && model.state.prompt?.choices.count == 2)
        model.send(.submit("1, 2"))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 2)
        #expect(model.state.prompt == nil)
    }

    @Test("One message tells the results of all choices, and the prompt is closed even if one fails")
    func resultsOfChoices() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://several.example/news"))
        await fixture.session.activity.idle()
        model.send(.add("https://several.example"))
        await fixture.session.activity.idle()
        model.send(.submit("1,2"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt == nil)
        let message = try #require(fixture.session.messages.toast)
        #expect(message.text == "Added New · https://several.example/news is already a source.")
        #expect(message.kind == .failure)
        #expect(model.state.rows?.count == 2)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.address) == ["https://several.example/news"])
    }

    @Test("A removed source is restored by undo, and a new one is requested at once")
    func editing() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
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

    @Test("A failing source that is restored is requested again, because its failure was forgotten")
    func restoringFailing() async throws {
        let fixture = Fixture()
        for id in ["feed:a", "feed:b"] as [SupplierID] {
            try await fixture.sources.put(SourceDescription(id: id, address: "\(id)"))
        }
        fixture.track.setSuppliers([
            status("feed:a", .failed(SupplierError(.refused, "It answered 404."), at: Fixture.now)),
            status("feed:b", .healthy),
        ])
        let model = await open(fixture)
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

    @Test("A removed source is not listed while the engine still loads it, and the cursor stays in its place")
    func removingWhileLoading() async throws {
        let fixture = Fixture()
        let all: [SupplierID] = ["feed:a", "feed:b", "feed:c", "feed:d"]
        try await list(all.map { status($0, .healthy) }, in: fixture)
        let model = await open(fixture)
        #expect(model.state.rows?.map(\.id) == all)
        model.send(.move(1))
        model.send(.remove)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == ["feed:a", "feed:c", "feed:d"])
        #expect(model.state.cursor == 1)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == all && model.state.cursor == 1)
    }

    @Test("Changing how a source is presented also changes the visible tickets, and undo restores it")
    func presentedAs() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
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
        #expect(fixture.session.messages.toast?.text.hasSuffix("is shown as plain lines") == true)
        model.send(.presentAsNext)
        await fixture.session.activity.idle()
        #expect(try await presentedAs() == nil)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await presentedAs() == .lines)
        #expect(changes == 6)
    }

    @Test("An invalid address is reported and adds nothing")
    func refusing() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("nonsense"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "nonsense is no address.")
        #expect(model.state.rows == [])
    }

    @Test("A failed address stays in the prompt to be corrected")
    func correcting() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.askForAddress)
        model.send(.submit("a.example/fed"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "a.example/fed")
        #expect(fixture.session.messages.toast?.text == "a.example/fed is no address.")
        model.send(.submit("https://a.example/feed"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt == nil)
        #expect(model.state.rows?.map(\.address) == ["https://a.example/feed"])
    }

    @Test("An address that fails late leaves the prompt that is open by then")
    func correctingLate() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.add("nonsense"))
        model.send(.askForName)
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.initial == "New")
        #expect(fixture.session.messages.toast?.text == "nonsense is no address.")
    }

    @Test("A question shortens a long name, also when it is asked again, and the answer begins with the whole name")
    func longNames() async throws {
        let fixture = Fixture()
        let address = "https://a.example/\(String(repeating: "n", count: 40))"
        try await fixture.sources.put(SourceDescription(id: "a", address: address))
        let model = await open(fixture)
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
        let model = await open(fixture)
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
        let model = await open(fixture)
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
        #expect(fixture.session.messages.toast?.text == "New has no topics")
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["F1", "World News"]])
    }

    @Test("A typed topic is a known one whatever its case, and the message says which are new")
    func newTopics() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "a", address: "a", name: "A", topics: ["World"]))
        let model = await open(fixture)
        model.send(.askForTopics)
        model.send(.submit("world, Wrold"))
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.topics) == [["World", "Wrold"]])
        #expect(fixture.session.messages.toast?.text == "Topics of A: World, Wrold · new: Wrold")
        model.send(.askForTopics)
        model.send(.submit("World"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Topics of A: World")
    }

    @Test("A login asks for the name, then for the password as a secret, and refreshes once the server has taken both")
    func login() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.askForLogin)
        #expect(model.state.prompt?.question == "Name for New:" && model.state.prompt?.kind == .user)
        model.send(.submit("ann"))
        #expect(model.state.prompt?.question == "Password of ann:" && model.state.prompt?.kind == .password)
        model.send(.submit("secret"))
        await fixture.session.activity.idle()
        #expect(await fixture.sources.logins == ["feed:https://a.example/feed ann"])
        #expect(fixture.session.messages.toast?.text == "New is requested as ann")
        #expect(!fixture.session.messages.history.contains { $0.text.contains("secret") })
        guard case .refreshOnly(_, ["feed:https://a.example/feed"]) = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test("Undo after a login says that this cannot be undone, and takes back nothing older")
    func undoneLogin() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
        for action: SourceManagerViewModel.Action in [
            .add("https://a.example/feed"), .askForLogin, .submit("ann"), .submit("secret"), .undo,
        ] {
            model.send(action)
            await fixture.session.activity.idle()
        }
        #expect(model.state.rows?.count == 1)
        #expect(fixture.session.messages.toast?.text.hasPrefix("The login to New cannot be undone") == true)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true)
    }

    @Test(
        "A login that the server refuses changes nothing and asks for the password again, and a name with a colon is not asked for a password"
    )
    func refusedLogin() async {
        let fixture = Fixture()
        let model = await open(fixture)
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        for answer in ["ann", "wrong"] {
            if answer == "ann" { model.send(.askForLogin) }
            model.send(.submit(answer))
        }
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Wrong password.")
        #expect(await fixture.sources.logins.isEmpty)
        #expect(model.state.prompt?.question == "Password of ann:")
        model.send(.submit("secret"))
        await fixture.session.activity.idle()
        #expect(await fixture.sources.logins.count == 1)
        model.send(.askForLogin)
        model.send(.submit("a:b"))
        #expect(model.state.prompt == nil)
        #expect(fixture.session.messages.toast?.text == "A name has no colon.")
    }

    @Test("Messages call a source by its own name if the user gave none, and namesakes by their host too")
    func ownNames() async throws {
        let fixture = Fixture()
        for (id, host) in [("feed:a", "a.example"), ("feed:b", "b.example"), ("feed:c", "b.example")] {
            try await fixture.sources.put(
                SourceDescription(id: SupplierID(id), address: "https://\(host)/\(id.suffix(1))"))
        }
        var statuses = ["feed:a", "feed:b", "feed:c"].map { status(SupplierID($0), .healthy) }
        for index in statuses.indices { statuses[index].sourceName = index == 0 ? "Live Feed" : "Blog" }
        fixture.track.setSuppliers(statuses)
        let model = await open(fixture)
        #expect(
            model.state.rows?.map(\.name) == [
                "Live Feed", "Blog (b.example/b)", "Blog (b.example/c)",
            ])
        func said(_ action: SourceManagerViewModel.Action) async -> String? {
            model.send(action)
            await fixture.session.activity.idle()
            return fixture.session.messages.toast?.text
        }
        #expect(await said(.togglePause)?.contains("Live Feed") == true)
        #expect(await said(.undo)?.contains("Live Feed") == true)
        model.send(.askForTopics)
        #expect(await said(.submit("F1"))?.contains("Live Feed") == true)
        model.send(.askForName)
        #expect(await said(.submit("Mine"))?.contains("Mine") == true)
        model.send(.askForName)
        #expect(await said(.submit(""))?.contains("Live Feed") == true, "its own name again")
    }

    @Test("Failing sources say what happened and what is next, without their host")
    func wordings() async throws {
        let fixture = Fixture()
        fixture.session.settings.choose(.number(30), of: "timeline.refresh-minutes")
        func failed(_ id: SupplierID, _ error: SupplierError, ago: Int64 = 0, until: Timestamp? = nil) -> SupplierStatus
        {
            var status = status(id, .failed(error, at: Fixture.now.advanced(by: .seconds(-ago))))
            status.backoffs = [FetchBudget(retryAt: until).requestedBackoff].compactMap(\.self)
            return status
        }
        let later = Fixture.now.advanced(by: .seconds(1800))
        let statuses = [
            failed(
                "feed:a", SupplierError(.refused, Message("serverError", ["host": "a.example", "status": 500])),
                ago: 600),
            failed(
                "feed:b",
                SupplierError(.rateLimited, Message("tooManyRequests", ["host": "b.example"]), retryAt: later),
                until: later),
            failed(
                "feed:c", SupplierError(.notAuthorised, Message("loginRequired", ["host": "c.example", "status": 401]))),
            failed("feed:d", SupplierError(.gone, Message("gone", ["host": "d.example"]))),
        ]
        try await list(statuses, in: fixture)
        let model = await open(fixture)
        let rows = try #require(model.state.rows)
        #expect(
            rows.map(\.detail) == [
                "Has a server error (500); next attempt at 12:14", "Rate limited (429) until 12:24",
                "Requires a login (401): :login here", "Has removed this address permanently (410).",
            ])
        #expect(rows.map(\.next) == ["in 20 min", "in 30 min", "in 30 min", nil])
        #expect(rows.map(\.needsLogin) == [false, false, true, false] && !model.needsLogin)
        model.send(.move(2))
        #expect(model.needsLogin)
    }

    @Test("Sources can be added to a list that can be changed, and beside a fixed one where a first list can begin")
    func adding() {
        func canAdd(_ reason: Message?, canBegin: Bool) -> Bool {
            let fixture = Fixture(fixedReason: reason)
            let model = SourceManagerViewModel(
                sources: fixture.sources, canBegin: canBegin, track: fixture.services.track)
            return model.canAdd
        }
        #expect(canAdd(nil, canBegin: false))
        #expect(!canAdd(.verbatim("A sample."), canBegin: false))
        #expect(canAdd(.verbatim("A sample."), canBegin: true))
    }

    @Test("One source is refreshed, and all; a paused one is not")
    func refreshing() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "feed:a", address: "a", name: "A"))
        try await fixture.sources.put(SourceDescription(id: "feed:b", address: "b", name: "B", isPaused: true))
        fixture.track.setSuppliers([status("feed:a", .healthy)])
        let model = await open(fixture)
        model.send(.refresh)
        guard case .refreshOnly(_, ["feed:a"])? = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
        let count = fixture.track.calls.count
        model.send(.move(1))
        model.send(.refresh)
        #expect(fixture.track.calls.count == count)
        model.send(.refreshAll)
        guard case .refresh? = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test("Address, interval and filter of a source are set, and undo restores them")
    func settings() async throws {
        let fixture = Fixture()
        let model = await open(fixture)
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
}
