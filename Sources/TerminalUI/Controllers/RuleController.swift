import Coordinators
import TerminalKit
import ViewModels

/// The editor of a rule on the stack, above the screen it was opened from.
final class RuleController: LineController {
    let screen = FlowScreen.rule
    let isOverlay = true
    var input: InputLine

    private let model: RuleViewModel
    private let ui: UIContext
    /// Keys pressed before the choices were loaded.
    private var heldKeys: [Key] = []

    init(model: RuleViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
        input = InputLine(model.state.text)
        model.onReady = { [weak self] in self?.takeEarlyKeys() }
    }

    var transcript: Transcript {
        followText()
        return Transcript(model.state, input: input)
    }

    /// Copies the text that was chosen, or the rule's previous text, into the line.
    private func followText() {
        if model.state.text != input.text { input = InputLine(model.state.text) }
    }

    func promptHeight(in area: Rect) -> Int { RuleScreen.height(of: model.state, in: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        followText()
        return RuleScreen(appearance: ui.appearance, lists: ui.lists(contexts))
            .draw(model.state, input: input, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool {
        if key == .named(.escape) || key == .control("c") {
            model.onFinish?()
            return true
        }
        guard model.isReady else {
            heldKeys.append(key)
            return true
        }
        if model.state.suggestions != nil {
            if key == .named(.enter) { model.startEmptyQuery() }
            guard let character = key.typed else { return true }
            _ = model.choose(character)
            return true
        }
        switch key {
        case .named(.enter): model.save()
        case .named(.tab): model.nextEffect()
        case .control("s"): model.nextScope()
        case .control("t"): model.nextTerm()
        default:
            followText()
            return edit(key)
        }
        return true
    }

    func take(_ text: String) {
        model.type(text)
    }

    private func takeEarlyKeys() {
        let keys = heldKeys
        heldKeys = []
        for key in keys { _ = type(key) }
    }

    func paste(_ text: String) -> Bool {
        guard model.state.suggestions == nil else { return true }
        input.insert(text)
        model.type(input.text)
        return true
    }
}
