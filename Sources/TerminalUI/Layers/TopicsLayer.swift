import Coordinators
import TerminalKit
import ViewModels

/// The choice of topics on the stack, over the timeline: letters look for a name.
final class TopicsLayer: Layer {
    let screen = FlowScreen.topics
    let contexts: [KeyContext] = [.everywhere]
    let isOverlay = true
    let isTyping = true

    private let model: TopicsViewModel
    private let stage: Stage
    private var input = InputLine()

    init(model: TopicsViewModel, stage: Stage) {
        self.model = model
        self.stage = stage
    }

    func place(in area: Rect) {}

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        TopicsScreen(look: stage.look, lists: stage.lists(contexts))
            .draw(model.state, input: input, in: area, of: &buffer)
    }

    func perform(_ command: Command, count: Int?) -> Bool { false }

    func type(_ key: Key) -> Bool {
        switch key {
        case .named(.enter): model.take()
        case .named(.escape), .control("c"): model.onFinish?()
        case .named(.down), .control("n"): model.move(1)
        case .named(.up), .control("p"): model.move(-1)
        case .named(.tab): model.toggle()
        case .control("x"): model.remove()
        default:
            guard input.take(key) else { return false }
            model.type(input.text)
        }
        return true
    }

    func paste(_ text: String) -> Bool {
        input.insert(text)
        model.type(input.text)
        return true
    }
}
