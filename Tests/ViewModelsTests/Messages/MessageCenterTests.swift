import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModels

@Suite("Messages to the user")
@MainActor
struct MessageCenterTests {
    private let time = ManualTimeSource()
    private let messages: MessageCenter

    init() { messages = MessageCenter(time: time, localizer: .english) }

    /// Moves the clock once the shown message waits for its end, and returns the next one.
    private func toast(after duration: Duration) async -> String? {
        await time.waitForSleepers(1)
        await withCheckedContinuation { changed in
            var waiting: CheckedContinuation<Void, Never>? = changed
            messages.changes.observe(for: messages) { _ in
                waiting?.resume()
                waiting = nil
            }
            time.advance(by: duration)
        }
        return messages.toast?.text
    }

    @Test("A reference to the history is shown with an error, and not kept in the history")
    func reference() {
        messages.failure("One is wrong.", referring: "One is wrong. And 1 more: ! lists it.")
        #expect(messages.toast?.text == "One is wrong. And 1 more: ! lists it.")
        #expect(messages.history.last?.text == "One is wrong.")
    }

    @Test("Work that was cancelled shows no error, and the message before it stays")
    func cancelled() async {
        messages.show("Removed rule a")
        await messages.showingErrors { throw CancellationError() }
        messages.failure(.readFailed, CancellationError())
        let work = Task { await messages.showingErrors(.readFailed) { throw Broken() } }
        work.cancel()
        await work.value
        #expect(messages.toast?.text == "Removed rule a" && messages.history.count == 1)
    }

    @Test("Work shows its error alone or in the words of what the error prevented")
    func failedWork() async {
        await messages.showingErrors { throw Broken() }
        #expect(messages.toast?.text == "It is broken.")
        await messages.showingErrors(.readFailed) { throw Broken() }
        #expect(messages.toast?.text == "Could not read the store: It is broken.")
    }

    @Test("While the history is on the screen, an error is shown without the reference to it")
    func referenceToWhatIsShown() {
        let session = Fixture().session
        withExtendedLifetime(MessagesViewModel(session: session)) {
            session.messages.failure("One is wrong.", referring: "One is wrong. And 1 more: ! lists it.")
            #expect(session.messages.toast?.text == "One is wrong.")
        }
        session.messages.failure("One is wrong.", referring: "One is wrong. And 1 more: ! lists it.")
        #expect(session.messages.toast?.text == "One is wrong. And 1 more: ! lists it.")
    }

    @Test("The history on the screen shows messages that come later")
    func laterMessages() {
        let session = Fixture().session
        session.messages.show("First.")
        let list = MessagesViewModel(session: session)
        list.start()
        session.messages.log("Second.")
        #expect(list.state.rows.map(\.text) == ["Second.", "First."])
    }

    @Test("A message replaces the one before at once, and disappears by itself")
    func replaced() async {
        messages.failure("Down.")
        messages.show("Up.")
        #expect(messages.toast?.text == "Up.")
        #expect(await toast(after: .seconds(4)) == nil)
        #expect(messages.history.map(\.text) == ["Down.", "Up."])
    }

    @Test("An announcement is shown for four seconds before the messages that came meanwhile")
    func announced() async {
        messages.announce("It crashed.")
        messages.announce("A source is paused.")
        messages.failure("Down.")
        #expect(messages.toast?.text == "It crashed.")
        #expect(await toast(after: .seconds(4)) == "A source is paused.")
        #expect(await toast(after: .seconds(4)) == "Down.")
        #expect(await toast(after: .seconds(8)) == nil)
    }

    @Test("An error goes when another screen opens, unless it is new or is held for the user to read")
    func screenOpened() {
        messages.failure("Down.")
        messages.screenOpened()
        #expect(messages.toast?.text == "Down.")
        time.advance(by: .seconds(1))
        messages.screenOpened()
        #expect(messages.toast == nil && messages.history.count == 1)
        messages.announce("It crashed.")
        time.advance(by: .seconds(1))
        messages.screenOpened()
        #expect(messages.toast?.text == "It crashed.")
    }

    @Test("After a key, an announcement makes room for what waits and for the answer to the key")
    func readOn() {
        messages.announce("It crashed.")
        messages.show("3 new.")
        messages.userReadOn()
        #expect(messages.toast?.text == "3 new.")
        messages.announce("It crashed.")
        messages.userReadOn()
        #expect(messages.toast?.text == "It crashed.", "nothing waits, so it can be read on")
        messages.show("Marked.")
        #expect(messages.toast?.text == "Marked.")
    }
}

/// An error with a message.
private nonisolated struct Broken: PresentableError {
    let message = Message.verbatim("It is broken.")
}
