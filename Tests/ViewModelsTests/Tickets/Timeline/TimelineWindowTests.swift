import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The timeline's window")
struct TimelineWindowTests {
    /// A window over a list of tickets, each two lines high, that performs reads as the store would.
    private struct World {
        var window = TimelineWindow()
        var numbers: [Int]
        var effects: [TimelineWindow.Effect] = []
        private let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english))

        init(_ numbers: Range<Int>, height: Int = 20) {
            self.numbers = numbers.reversed()
            handle(.measured(height: height, []))
        }

        mutating func handle(_ event: TimelineWindow.Event) { effects += window.handle(event) }

        /// Performs reads until there are none.
        mutating func settle() {
            while case .read(let read) = effects.last {
                effects.removeLast()
                answer(read)
            }
        }

        mutating func answer(_ read: TimelineWindow.Read) {
            let (above, below) = window.beginReading()
            let index: Int
            switch read {
            case .jump(.bottom): index = numbers.count - 1
            case .around(let place), .jump(.place(let place)):
                index = numbers.firstIndex { .ticket(ticket($0).key) >= place } ?? numbers.count - 1
            default: index = 0
            }
            let range = max(0, index - above)..<min(numbers.count, index + below)
            let entries = numbers[range].map { TrackEntry(ticket: ticket($0)) }
            let rows = entries.map { entry in
                TimelineRow.ticket(
                    builder.row(for: entry, shownAs: Presentation(title: "A"), in: .init(now: Fixture.now)))
            }
            let trackWindow = TrackWindow(
                rows: entries.map { .ticket($0) }, anchorIndex: max(0, index - range.lowerBound),
                reachesTop: range.lowerBound == 0, reachesBottom: range.upperBound == numbers.count,
                version: TrackVersion(0))
            handle(.loaded(.init(window: trackWindow, rows: rows, heights: rows.map { _ in 2 }), for: read))
        }

        var current: String { window.scroller.current?.ticket?.id.item ?? "none" }
    }

    private func started(_ numbers: Range<Int>) -> World {
        var world = World(numbers)
        world.handle(.started)
        world.settle()
        return world
    }

    @Test("Nothing is read before the start, and then the rows at the stored position")
    func restoring() {
        var world = World(0..<100)
        world.handle(.restored(.ticket(ticket(40).key), line: 6))
        world.handle(.moved(.by(1, .rows)))
        #expect(world.effects.isEmpty)
        world.handle(.started)
        #expect(world.effects == [.read(.around(.ticket(ticket(40).key)))])
        world.settle()
        #expect(world.current == "39")
        #expect(world.window.scroller.line == 8)
    }

    @Test("A view that was empty for a moment leaves the cursor's place for the next view")
    func emptyForAMoment() {
        var world = started(0..<100)
        world.handle(.moved(.by(10, .rows)))
        world.settle()
        let (place, numbers) = (world.current, world.numbers)
        world.numbers = []
        world.handle(.invalidated())
        world.settle()
        #expect(world.current == "none")
        world.numbers = numbers
        world.handle(.viewChanged)
        world.settle()
        #expect(world.current == place && place == "89")
    }

    @Test("The first frame waits for its own rows only, and those beyond are read next, without a movement")
    func firstRead() {
        var world = World(0..<500, height: 24)
        world.handle(.started)
        world.effects = []
        world.answer(.jump(.top))
        #expect(world.window.scroller.rows.count == 10)
        #expect(world.effects == [.read(.around(.ticket(ticket(499).key)))])
        world.settle()
        #expect(world.window.scroller.linesBelow >= 24 + 36)
        #expect(world.current == "499")
    }

    @Test("A jump that is typed while the first rows are read waits for its own rows")
    func jumpDuringFirstRead() {
        let jumps: [(CursorMovement, String)] = [
            (.jump(.bottom), "0"), (.show(.ticket(ticket(250).key)), "250"),
        ]
        for (movement, target) in jumps {
            var world = World(0..<500)
            world.handle(.started)
            world.handle(.moved(movement))
            world.settle()
            #expect(world.current == target && !world.window.isMoving)
        }
    }

    @Test("A movement beyond the loaded rows waits for them, and one read runs at a time")
    func movingBeyond() {
        var world = started(0..<500)
        world.handle(.moved(.by(100, .rows)))
        world.handle(.moved(.by(50, .rows)))
        #expect(world.effects.count { if case .read = $0 { true } else { false } } == 1)
        #expect(world.window.isMoving)
        world.effects = world.effects.filter { if case .read = $0 { true } else { false } }
        world.settle()
        while let last = world.effects.last, case .movedPast = last { world.effects.removeLast() }
        world.handle(.invalidated())
        world.settle()
        #expect(world.current == "349")
        #expect(!world.window.isMoving)
    }

    @Test("An action that waits for a movement is performed when the movement has ended, and later ones after it")
    func actions() {
        var world = started(0..<500)
        world.handle(.moved(.jump(.bottom)))
        world.handle(.moved(.perform(.open)))
        world.handle(.moved(.by(-1, .rows)))
        world.settle()
        #expect(world.effects == [.perform(.open)])
        #expect(world.current == "0")
        world.handle(.performed)
        #expect(world.current == "1")
    }

    @Test("If the view hides the current row, the next older row takes its line, and the first one returns later")
    func hiding() {
        var world = started(0..<100)
        world.handle(.moved(.by(5, .rows)))
        world.effects = []
        let line = world.window.scroller.line
        world.numbers.removeAll { $0 == 94 }
        world.handle(.viewChanged)
        world.settle()
        #expect(world.current == "93")
        #expect(world.window.scroller.line == line)
        world.numbers = (0..<100).reversed()
        world.handle(.viewChanged)
        world.settle()
        #expect(world.current == "94")
        #expect(world.window.scroller.line == line)
    }

    @Test("A row that is chosen with the mouse while rules or views change stays the current one")
    func mouseWhileReading() {
        let events: [(TimelineWindow.Event, String)] = [
            (.selected(.ticket(ticket(95).id)), "95"), (.scrolled(6), "96"),
        ]
        for (event, row) in events {
            var world = started(0..<100)
            world.handle(.rulesChanged)
            world.handle(event)
            world.settle()
            #expect(world.current == row)
        }
    }

    @Test("A row that a short view hid returns to its line, and keeps the line that it has then")
    func shortView() {
        var world = started(0..<100)
        world.handle(.moved(.by(8, .rows)))
        world.effects = []
        #expect(world.window.scroller.line == 16)
        world.numbers = [50, 40]
        world.handle(.viewChanged)
        world.settle()
        #expect(world.current == "50")
        #expect(world.window.scroller.line == 0)
        world.numbers = (0..<100).reversed()
        world.handle(.viewChanged)
        world.settle()
        #expect(world.current == "91")
        #expect(world.window.scroller.line == 16)
        world.numbers = (0..<93).reversed()
        world.handle(.invalidated())
        world.settle()
        #expect(world.window.scroller.line == 2)
        world.numbers = (0..<100).reversed()
        world.handle(.invalidated())
        world.settle()
        #expect(world.window.scroller.line == 2)
    }

    @Test("A failure is kept while there are no rows, and reported otherwise")
    func failing() {
        var world = World(0..<10)
        world.handle(.started)
        world.effects = []
        world.handle(.failed("Gone."))
        #expect(world.window.failure == "Gone.")
        #expect(world.effects.isEmpty)
        world.handle(.invalidated())
        world.settle()
        #expect(world.window.failure == nil)
        world.handle(.invalidated())
        world.effects = []
        world.handle(.failed("Gone."))
        #expect(world.effects == [.report("Gone.")])
        #expect(world.current == "9")
    }

    @Test("A failed read of rows beyond the screen is reported once, and repeated with the next movement")
    func failingBeyondScreen() {
        var world = World(0..<500)
        world.handle(.started)
        world.effects = []
        world.answer(.jump(.top))
        let read = TimelineWindow.Effect.read(.around(.ticket(ticket(499).key)))
        #expect(world.effects == [read])
        world.effects = []
        world.handle(.failed("Gone."))
        #expect(world.effects == [.report("Gone.")])
        world.effects = []
        world.handle(.moved(.by(0, .rows)))
        #expect(world.effects == [read])
    }

    @Test("A read that failed is repeated in another view")
    func failingInAnotherView() {
        var world = World(0..<10)
        world.handle(.started)
        world.effects = []
        world.handle(.failed("Gone."))
        world.handle(.viewChanged)
        #expect(world.window.failure == nil)
        #expect(world.effects == [.read(.jump(.top))])
    }

    @Test("Unread tickets that the cursor passes downwards are named, those it passes upwards are not")
    func passing() {
        var world = started(0..<50)
        world.handle(.moved(.by(2, .rows)))
        #expect(world.effects.first == .movedPast([ticket(49).id, ticket(48).id]))
        world.effects = []
        world.handle(.moved(.by(-2, .rows)))
        #expect(world.effects.isEmpty)
    }

    @Test("A read that is out of date is repeated")
    func outdated() {
        var world = started(0..<50)
        world.handle(.invalidated())
        world.effects = []
        world.handle(.outdated)
        #expect(world.effects == [.read(.around(.ticket(ticket(49).key)))])
    }
}
