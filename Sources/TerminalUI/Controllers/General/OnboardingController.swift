import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the onboarding, above the sample timeline.
final class OnboardingController: ModelController<OnboardingViewModel>, PromptAnswering {
    let isOverlay = true
    let contexts: [KeyContext] = [.everywhere]
    /// True also without a line, because keys choose then, or begin an address.
    let isTyping = true
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    /// The line of the question, or an empty one without a question.
    private var input: InputLine { promptLine.input ?? InputLine() }
    var transcript: Transcript { Transcript(model.state, input: input, localizer: ui.appearance.localizer) }
    private var drawing: OnboardingScreen { OnboardingScreen(appearance: ui.appearance) }
    var promptHints: [KeyHint] { drawing.hints(of: model.state) }
    func promptHeight(in area: Rect) -> Int { area.maxY - drawing.top(of: model.state, in: area) }
    func layout(in area: Rect) {}

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, input: input, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool { prompt == nil ? choose(key) : typeAnswer(key) }

    func complete(_ answer: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool {
        model.complete(answer, by: count, use)
    }

    func answerChanged(_ answer: String) { if answer != promptLine.prompt?.initial { send(.dismissFailure) } }

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
        changeAnswer { $0.insert(text) }
        return true
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        guard case .press(.left) = event.action, case .choices = model.state.step,
            let index = drawing.choice(at: event.point, of: model.state, in: area)
        else { return false }
        send(.choose(index))
        return true
    }
}
