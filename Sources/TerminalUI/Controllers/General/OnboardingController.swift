import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the onboarding, above the sample timeline.
final class OnboardingController: ModelController<OnboardingViewModel>, TextInputController {
    let isOverlay = true
    private var promptLine = PromptLine()
    /// The line of the question, or an empty one without a question.
    var input: InputLine {
        get { promptLine.input ?? InputLine() }
        set { promptLine.input = newValue }
    }

    override init(model: OnboardingViewModel, ui: UIState) {
        super.init(model: model, ui: ui)
        stateChanged()
    }

    var transcript: Transcript { Transcript(model.state, input: input, localizer: ui.appearance.localizer) }

    private var drawing: OnboardingScreen { OnboardingScreen(appearance: ui.appearance) }

    var promptHints: [KeyHint] { drawing.hints(of: model.state) }

    func promptHeight(in area: Rect) -> Int { area.maxY - drawing.top(of: model.state, in: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, input: input, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool {
        guard case .question = model.state.step else { return choose(key) }
        switch key {
        case .named(.enter):
            if let history = promptLine.prompt?.history { ui.remember(input.text, as: history) }
            send(.submit(input.text))
        case .named(.escape): send(.back)
        case .named(.tab): return complete(1)
        case Key(.named(.tab), .shift): return complete(-1)
        default: return edit(key)
        }
        return true
    }

    private func complete(_ count: Int) -> Bool {
        model.complete(input.text, by: count) { [weak self] completed in
            self?.input.replace(with: completed)
            self?.inputChanged(completed)
        }
    }

    /// Handles a key while the choices are shown or a request is running.
    private func choose(_ key: Key) -> Bool {
        switch key {
        case .named(.enter): send(.open)
        case .named(.down), .character("j"): send(.move(1))
        case .named(.up), .character("k"): send(.move(-1))
        case .character("q"), .named(.escape): send(.back)
        default:
            guard let typed = key.typed else { return false }
            if let digit = typed.wholeNumberValue {
                send(.choose(digit - 1))
            } else if typed.isLetter || typed == "@", case .choices = model.state.step {
                // Any other character starts an address.
                return paste(String(typed))
            } else {
                return false
            }
        }
        return true
    }

    /// Takes pasted text: an address answers the first choice.
    func paste(_ text: String) -> Bool {
        if case .choices = model.state.step { send(.choose(0)) }
        guard case .question = model.state.step else { return true }
        insert(text)
        return true
    }

    func inputChanged(_ text: String) { if text != promptLine.prompt?.initial { send(.dismissFailure) } }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        guard case .press(.left) = event.action, case .choices = model.state.step,
            let index = drawing.choice(at: event.point, of: model.state, in: area)
        else { return false }
        send(.choose(index))
        return true
    }

    func stateChanged() {
        if case .question(let prompt) = model.state.step {
            promptLine.follow(prompt, ui.histories)
        } else {
            promptLine.follow(nil, ui.histories)
        }
    }
}
