import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

/// The list of sources on the stack.
final class SourcesController: ScreenController {
    let contexts: [KeyContext] = [.sources, .list, .everywhere]

    private let model: SourcesViewModel
    private let ui: UIContext
    private var input: InputLine?
    /// The prompt that ``input`` belongs to.
    private var prompt: SourcesState.Prompt?
    private var height = 10

    init(model: SourcesViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    /// The source under the cursor.
    var current: SupplierID? { model.current }

    /// Follows the source at an address.
    func add(_ address: String) {
        model.send(.add(address))
    }

    /// Asks for the address of a source to follow.
    func askForAddress() {
        model.send(.askForAddress)
    }

    var isTyping: Bool { model.state.prompt != nil }

    var transcript: Transcript {
        followPrompt()
        return Transcript(model.state, input: input)
    }

    func place(in area: Rect) {
        height = ListScreens.content(of: area).height
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        followPrompt()
        return SourcesScreen(appearance: ui.appearance, lists: ui.lists(contexts))
            .draw(model.state, input: input, in: area, of: &buffer)
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        if let movement = PageScroll.Movement(command, count: count) {
            model.send(.move(movement.steps(page: height)))
            return true
        }
        switch command {
        case .addSource where model.isEditable: model.send(.askForAddress)
        case .topics: model.send(.askForTopics)
        case .renameSource: model.send(.askForName)
        case .presentSource: model.send(.presentAsNext)
        case .moveDown: model.send(.reorder(count ?? 1))
        case .moveUp: model.send(.reorder(-(count ?? 1)))
        case .removeSource: model.send(.remove)
        case .pauseSource: model.send(.togglePause)
        case .refresh: model.send(.refresh)
        case .undo: model.send(.undo)
        default: return false
        }
        followPrompt()
        return true
    }

    /// Opens a new line for a new prompt, after a key or after a source has answered.
    private func followPrompt() {
        guard model.state.prompt != prompt else { return }
        prompt = model.state.prompt
        input = prompt.map { InputLine($0.initial) }
    }

    func type(_ key: Key) -> Bool {
        followPrompt()
        switch key {
        case .named(.enter):
            model.send(.submit(input?.text ?? ""))
            followPrompt()
        case .named(.escape):
            model.send(.cancelPrompt)
            followPrompt()
        default: return input?.take(key) ?? false
        }
        return true
    }

    /// A pasted address is a source to follow.
    func paste(_ text: String) -> Bool {
        if !isTyping, !perform(.addSource, count: nil) { return false }
        followPrompt()
        input?.insert(text)
        return true
    }
}
