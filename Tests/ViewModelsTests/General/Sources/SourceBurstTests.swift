import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("Keys typed at once in the list of sources")
struct SourceBurstTests {
    /// Opens the list of three sources with the cursor on the second.
    private func open(_ fixture: Fixture) async throws -> SourceManagerViewModel {
        try await fixture.list((["feed:a", "feed:b", "feed:c"] as [SupplierID]).map { sourceStatus($0, .healthy) })
        let model = await fixture.openSources()
        model.send(.move(1))
        return model
    }

    @Test(
        "Keys typed at once in the list of sources do the same as typed one by one",
        arguments: [
            [.togglePause, .togglePause], [.togglePause, .undo, .togglePause], [.remove, .remove],
            [.remove, .undo, .remove], [.toggleFilter, .undo, .toggleFilter], [.presentAsNext, .presentAsNext],
            [.reorder(1), .undo, .reorder(1)], [.reorder(1), .reorder(-1)], [.reorder(-1), .togglePause],
            [.remove, .undo, .remove, .undo, .togglePause, .undo, .togglePause],
            [.askForName, .submit("Other"), .togglePause], [.remove, .undo, .undo],
        ] as [[SourceManagerViewModel.Action]])
    func burst(actions: [SourceManagerViewModel.Action]) async throws {
        let (slow, fast) = (Fixture(), Fixture())
        let slowModel = try await open(slow)
        for action in actions {
            slowModel.send(action)
            await slow.session.activity.idle()
        }
        let fastModel = try await open(fast)
        await fast.burst(actions, on: fastModel)
        #expect(try await fast.sources.sources() == slow.sources.sources())
        #expect(fastModel.state == slowModel.state)
        #expect(fast.session.messages.toast?.text == slow.session.messages.toast?.text)
    }

    @Test("Keys wait until a change is stored, but not for the look-up of an address, or for an undo behind one")
    func heldInput() async throws {
        let fixture = Fixture()
        let model = try await open(fixture)
        var acceptsInput = false
        model.onChange = { acceptsInput = !model.isCatchingUp }
        for action in [SourceManagerViewModel.Action.togglePause, .reorder(1), .undo, .undo, .remove, .undo] {
            acceptsInput = false
            model.send(action)
            #expect(model.isCatchingUp, "\(action)")
            await fixture.session.activity.idle()
            #expect(!model.isCatchingUp && acceptsInput, "\(action)")
        }
        model.send(.add("https://new.example"))
        #expect(!model.isCatchingUp)
        model.send(.undo)
        #expect(!model.isCatchingUp && !fixture.session.activity.holdsInput)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 3)
        await fixture.burst([.add("https://new.example")], on: model)
        model.send(.undo)
        #expect(model.isCatchingUp, "The look-up has ended.")
        await fixture.session.activity.idle()
    }
}
