import Testing

@testable import ViewModels

@Suite("Actions that wait for the posts of an outline")
struct WaitingActionTests {
    /// Returns those of the actions that have to wait while the current row is there.
    private func held(_ actions: [OutlineAction], in waiting: inout WaitingActions) -> [OutlineAction] {
        actions.filter { waiting.hold($0, hasRow: true) }
    }

    @Test("Movements wait from the request on, and what follows them waits too, in its order")
    func order() {
        var waiting = WaitingActions(opensPost: false)
        let down = OutlineAction.move(.lines(1))
        let early = held([down], in: &waiting)
        #expect(early.isEmpty, "Nothing is requested yet.")
        waiting.begin()
        let before = held([.open, .refresh, .relayout, down], in: &waiting)
        #expect(before == [down] && !waiting.isEmpty && !waiting.isCatchingUp)
        let after = held([.open, .refresh], in: &waiting)
        #expect(after == [.open] && waiting.isCatchingUp)
        let performed = waiting.end()
        #expect(performed == [down, .open] && waiting.isEmpty && !waiting.isCatchingUp)
        let late = held([down], in: &waiting)
        #expect(late.isEmpty)
    }

    @Test("All keys wait until the opened post has its row, and movements still wait then for the first posts")
    func opening() {
        var waiting = WaitingActions(opensPost: true)
        waiting.begin()
        #expect(waiting.isCatchingUp)
        let ended = [waiting.endOpening(), waiting.endOpening()]
        #expect(ended == [true, false] && !waiting.isCatchingUp)
        let movements = held([.parent], in: &waiting)
        #expect(movements == [.parent])
        waiting.drop()
        let performed = waiting.end()
        #expect(performed.isEmpty)
    }
}
