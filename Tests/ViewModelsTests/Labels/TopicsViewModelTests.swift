import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The choice of topics")
struct TopicsViewModelTests {
    @Test("A topic used by a rule cannot be deleted, stays chosen, and the rule is named")
    func neededTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [Rule(name: "only", subject: .offTopic("Racing"))])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
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

    @Test("What only topics can do says so on the row of all items and on that of a new topic")
    func noTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        let topics = fixture.services.track.labels.topics
        let messages = fixture.session.messages.history.count
        for action in [TopicsViewModel.Action.pin, .askForName, .remove] {
            picker.send(action)
            #expect(
                fixture.session.messages.history.last?.text
                    == "“All” stands for all items. Only topics can be pinned, renamed and removed.")
        }
        picker.send(.type("tag:new"))
        picker.send(.move(-1))
        for action in [TopicsViewModel.Action.toggle, .pin, .askForName, .remove] {
            picker.send(action)
            #expect(
                fixture.session.messages.history.last?.text == "“tag:new” is not a topic yet. Enter creates it.")
        }
        #expect(fixture.session.messages.history.count == messages + 7)
        #expect(picker.state.prompt == nil && fixture.services.track.labels.topics == topics)
    }

    @Test("A topic that is pinned and unpinned at once is not pinned")
    func burst() async throws {
        let fixture = try await Fixture.labelled()
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        await fixture.burst([.move(1), .pin, .pin], on: picker)
        #expect(fixture.services.track.labels.topics.map(\.isPinned) == [false, false])
        await fixture.burst([.remove, .remove], on: picker)
        #expect(fixture.services.track.labels.topics.isEmpty)
    }

    @Test("The timeline leaves a topic once it is removed, and stays in one that cannot be removed")
    func removedTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let labels = try #require(fixture.labels)
        await fixture.send(.toggleTopic(1))
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.onOutput = { if case .choose(let topics) = $0 { fixture.timeline.send(.showTopics(topics)) } }
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        await labels.fail(with: .blank("/home/ann/library.toml"))
        picker.send(.remove)
        await fixture.session.activity.idle()
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Racing"]))
        #expect(picker.state.rows.first?.isChosen == true)
        await labels.fail(with: nil)
        picker.send(.remove)
        await fixture.session.activity.idle()
        #expect(fixture.timeline.currentView.topics == nil)
        picker.send(.type("Rum"))
        picker.send(.toggle)
        #expect(fixture.timeline.currentView.topics == TopicSelection(["topic:Rumours"]))
    }

    @Test("A topic that a rule's query names is neither removed nor given a name that no query can contain")
    func namedTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [Rule(name: "R3", query: try Query(parsing: "-topic:Racing"))])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.remove)
        #expect(
            fixture.session.messages.toast?.text
                == "Queries name the topic “Racing”: rule “R3”. Change these queries first.")
        picker.send(.askForName)
        picker.send(.submit("★"))
        #expect(picker.state.prompt != nil, "Another name is asked for.")
        #expect(
            fixture.session.messages.toast?.text.contains("“★” cannot be written in a query") == true,
            "\(String(describing: fixture.session.messages.toast))")
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours"])
    }

    @Test("Renaming the topic that is looked at stays in it, on the same item and line, and so does undoing it")
    func renamedTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.send(.toggleTopic(1), .move(3))
        let cursor = fixture.cursor
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.askForName)
        picker.send(.submit("🍎"))
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

    @Test(
        "A topic is not renamed to blanks or to the name of a built-in view: a name is asked for again",
        arguments: [("  ", "A name is needed:"), ("all", "“all” is the name of a built-in view.")])
    func unusableName(name: String, refusal: String) async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("Rac"))
        picker.send(.askForName)
        picker.send(.submit(name))
        #expect(fixture.session.messages.toast?.text.hasPrefix(refusal) == true)
        #expect(picker.state.prompt != nil)
        picker.send(.cancelPrompt)
        #expect(picker.state.prompt == nil)
        await fixture.session.activity.idle()
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours"])
    }

    @Test("A new topic with the name of a built-in view is refused, and the choice stays open with the typed text")
    func newTopicOfView() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var outputs: [TopicsViewModel.Output] = []
        picker.onOutput = { outputs.append($0) }
        picker.start()
        await fixture.session.activity.idle()
        picker.send(.type("all"))
        #expect(picker.state.rows.map(\.kind) == [.make])
        picker.send(.choose)
        await fixture.session.activity.idle()
        #expect(outputs.isEmpty && picker.state.text == "all")
        #expect(fixture.session.messages.toast?.text.hasPrefix("“all” is the name of a built-in view.") == true)
        picker.send(.type("allotment"))
        picker.send(.choose)
        await fixture.session.activity.idle()
        #expect(outputs == [.choose(["topic:allotment"]), .close])
    }

    @Test("A topic that cannot be stored leaves the choice open with what was typed, and so does a new name")
    func unstoredTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let labels = try #require(fixture.labels)
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var outputs: [TopicsViewModel.Output] = []
        picker.onOutput = { outputs.append($0) }
        picker.start()
        await fixture.session.activity.idle()
        await labels.fail(with: .blank("/home/ann/library.toml"))
        picker.send(.type("allotment"))
        picker.send(.choose)
        await fixture.session.activity.idle()
        #expect(outputs.isEmpty && picker.state.text == "allotment")
        #expect(fixture.session.messages.toast?.kind == .failure)
        picker.send(.type("Rac"))
        picker.send(.askForName)
        picker.send(.submit("Pit"))
        await fixture.session.activity.idle()
        #expect(picker.state.prompt != nil && picker.state.text == "Rac")
        await labels.fail(with: nil)
        picker.send(.submit("Pit"))
        await fixture.session.activity.idle()
        #expect(picker.state.prompt == nil && picker.state.rows.map(\.name) == ["All", "Pit", "Rumours"])
    }

    @Test("A topic that its own query names is followed when it is renamed, and when that is undone")
    func renamedTopicOfItself() async throws {
        let fixture = try await Fixture.labelled(rules: [])
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
        let fixture = try await Fixture.labelled(rules: [])
        var statuses = ["feed:a", "feed:b"]
            .map { id in
                SupplierStatus(
                    id: SupplierID(id), name: "\(id).example", kind: "feed", requests: RequestHistory(.healthy))
            }
        statuses[0].sourceName = "Kerb"
        statuses[1].sourceName = "Pit Wall"
        fixture.track.setSuppliers(statuses)
        fixture.services.track.labels.change(.topicAdded, undone: .topicAddedUndone, of: "Tech") { library in
            library.put(SourceDescription(id: "feed:b", address: "b.example", topics: ["Tech"]))
            library.put(Topic(name: "Tech", query: Query.source("feed:a")))
        }
        await fixture.session.activity.idle()
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        picker.start()
        await fixture.session.activity.idle()
        #expect(
            picker.state.rows.first { $0.name == "Tech" }?.explanation == "source:\"Kerb\", Pit Wall",
            "\(picker.state.rows)")
    }

    @Test("A movement longer than the choice of topics wraps around and stays on a row, also upwards")
    func wheel() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
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
        let fixture = try await Fixture.labelled(rules: [])
        fixture.services.track.labels.change(.topicAdded, undone: .topicAddedUndone, of: "T3") { library in
            for number in 3...12 { library.put(Topic(name: "T\(number)", languages: ["en"])) }
        }
        await fixture.session.activity.idle()
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var chosen: Set<LabelID>?
        picker.onOutput = { if case .choose(let topics) = $0 { chosen = topics } }
        picker.start()
        await fixture.session.activity.idle()
        #expect(String(picker.state.rows.compactMap(\.key)) == "0123456789ABC")
        picker.send(.pick("C"))
        #expect(chosen == ["topic:T12"])
    }
}
