import Coordinators
import TerminalKit
import ViewModels

@testable import TerminalUI

/// Counts how often the user has moved down.
final class TallyViewModel: ViewModel {
    struct State: Equatable {
        var count = 0
    }

    enum Action {
        case add(Int)
    }

    private(set) var state = State() { didSet { stateChanged(from: oldValue) } }
    let callbacks = ViewModelCallbacks<Never>()

    func send(_ action: Action) {
        switch action {
        case .add(let count): state.count += count
        }
    }
}

/// The screen's name, and where it opens: above every screen on which keys are commands.
nonisolated extension ScreenDescriptor {
    static let tally = ScreenDescriptor(ScreenName(rawValue: "tally"), opens: .anywhere) { _ in
        TallyViewModel()
    }
}

/// Passes commands to the view-model, and draws its state.
final class TallyController: ModelController<TallyViewModel>, ScreenController, Scrolling {
    let contexts: [KeyContext] = [.list, .everywhere]

    /// The screen in words, for linear mode.
    var transcript: Transcript { Transcript(location: Transcript.Location(name: "Tally \(model.state.count)")) }

    func layout(in area: Rect) {}

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let content = ui.lists(contexts).frame(title: "Tally", summary: "", in: area, of: &buffer)
        let line = TextLine("\(model.state.count) times down", ui.appearance.theme[.text])
        buffer.put(line, at: content.origin, over: ui.appearance.theme[.text], in: content.row(0))
        return nil
    }

    /// The commands of lists are those of its context, so no row is needed.
    func scroll(_ movement: PageScroll.Movement) {
        if case .lines(let count) = movement { model.send(.add(count)) }
    }
}

extension ScreenRow {
    /// The line that `ScreenTable.rows` would have.
    static let tally = ScreenRow(.tally) { TallyController(model: $0, ui: $1.ui) }
}
