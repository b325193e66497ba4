import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Queries
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import TestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("Random keys and clicks")
struct ExplorerTests {
    /// The number of keys per seed; `FIBER_KEYS` overrides it for long runs.
    private static let count = ProcessInfo.processInfo.environment["FIBER_KEYS"].flatMap { Int($0) } ?? 250

    @Test(
        "Random keys and clicks never crash the program, hide the cursor or leave the terminal unrestored",
        arguments: 0..<8)
    func explore(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // Pictures load and fail while keys are pressed.
        let pictures = FakePictures { request in
            request.size.columns % 2 == 0
                ? .failure(PictureFailure("none"))
                : .success(Picture(CellPicture(size: Size(width: request.size.columns, height: 2), cells: [])))
        }
        // Half of the runs have topics and rules.
        let library = Library(
            topics: [Topic(name: "F1", query: try Query(parsing: "kerb OR car"))],
            rules: [Rule(name: "results", query: try Query(parsing: "wins"))])
        let fixture = try AppFixture(
            library: seed % 2 == 0 ? library : nil, pictures: pictures, settings: ["images.show": .choice("timeline")])
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        let keys =
            CommandTable.standard.groups.flatMap(\.rows).map(\.description)
            .filter { !["quit", "back"].contains($0.command) }
            .flatMap(\.keys).filter { $0 != "ctrl-c" } + ["q", "x", "1", "alt-3", "tab", "backspace"]
        var pressed: [String] = []
        for _ in 0..<Self.count {
            let key = keys.randomElement(using: &random) ?? "j"
            // In the timeline itself q would end the program.
            if key == "q", fixture.app.coordinator?.timeline?.screen == .timeline { continue }
            if key == "enter", Self.typesQuit(fixture) { continue }
            pressed.append(key)
            try fixture.terminal.press(key)
            if Int.random(in: 0..<12, using: &random) == 0 {
                fixture.terminal.resize(
                    width: Int.random(in: 1...200, using: &random), height: Int.random(in: 1...60, using: &random))
            }
            if Int.random(in: 0..<8, using: &random) == 0, let event = Self.mouseEvent(on: fixture.terminal, &random) {
                pressed.append("\(event.action) at \(event.point)")
                fixture.terminal.send(.mouse(event))
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                let kept = Scene.tickets.filter { _ in Bool.random(using: &random) }
                fixture.track.commit(kept, gaps: Scene.gaps, visibleRanges: Scene.visibleRanges)
            }
            await fixture.app.idle()
            if let content = fixture.app.coordinator?.timeline?.timeline.state.body.content {
                #expect(content.rows.indices.contains(content.cursor), "seed \(seed): \(pressed)")
                #expect(content.line >= 0, "seed \(seed): \(pressed)")
            }
            #expect(fixture.app.coordinator?.state == .reading, "seed \(seed): \(pressed)")
        }
        try await fixture.end()
        #expect(!fixture.terminal.isStarted)
    }

    /// Returns a click or a drag anywhere but on the hints, one of which would end the program.
    private static func mouseEvent(on terminal: TestTerminal, _ random: inout SeededGenerator) -> MouseEvent? {
        let actions: [MouseEvent.Action] = [.press(.left), .press(.left), .press(.right), .drag(.left)]
        guard let y = (0..<terminal.size.height).dropLast().randomElement(using: &random),
            let action = actions.randomElement(using: &random)
        else { return nil }
        return MouseEvent(action, at: Point(x: Int.random(in: 0..<terminal.size.width, using: &random), y: y))
    }

    /// Returns true if Enter would end the program, because the command line has one of the names for that.
    private static func typesQuit(_ fixture: AppFixture) -> Bool {
        guard let line = fixture.app.stack.top as? CommandController else { return false }
        let name = line.input.text.split(separator: " ").joined()
        return (CommandTable.standard.aliases(of: "quit") + ["quit"]).contains(name)
    }
}
