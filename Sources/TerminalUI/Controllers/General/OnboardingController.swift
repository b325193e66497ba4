import Coordinators
import TerminalKit
import ViewModels

/// Controls the onboarding, above the sample timeline.
final class OnboardingController: ModelController<OnboardingViewModel>, PromptAnswering, RowChoosing {
    let isOverlay = true
    let contexts: [KeyContext] = [.everywhere]
    /// True also without a line, because characters choose then, or begin an address.
    let isTyping = true
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    /// The characters that moved the cursor since the last other key. They are the beginning if an address follows.
    private var typedAtChoices = ""
    /// The line of the question, or an empty one without a question.
    private var input: InputLine { promptLine.input ?? InputLine() }
    var transcript: Transcript { Transcript(model.state, input: input, localizer: localizer) }
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

    func lineChanged(to answer: String) { if answer != promptLine.prompt?.initial { send(.dismissFailure) } }

    /// Handles a key while the choices are shown or a request is running.
    private func choose(_ key: Key) -> Bool {
        if let typed = key.typed, !typed.isWhitespace, case .choices(let cursor) = model.state.step {
            return type(typed, at: cursor)
        }
        typedAtChoices = ""
        switch key {
        case .named(.enter): send(.open)
        case .named(.down): send(.move(1))
        case .named(.up): send(.move(-1))
        case .character("q"), .named(.escape): send(.back)
        default: return false
        }
        return true
    }

    /// Types a character at the choices. The number of a choice, `j` and `k` only move the cursor there: an address may begin
    /// with them. Any other character starts that address, except that of a path after a number, which chose.
    private func type(_ typed: Character, at cursor: Int) -> Bool {
        let isNumbered = typedAtChoices.last?.wholeNumberValue != nil
        typedAtChoices.append(typed)
        if let number = typed.wholeNumberValue, 1...model.state.options.count ~= number {
            send(.move(number - 1 - cursor))
        } else if typed == "j" || typed == "k" {
            send(.move(typed == "j" ? 1 : -1))
        } else if isNumbered, typed == "~" || typed == "/", model.state.options[cursor].choice == .list {
            send(.choose(cursor))
            return paste(String(typed))
        } else {
            return paste(typedAtChoices)
        }
        return true
    }

    /// Takes pasted text: an address answers the first choice.
    func paste(_ text: String) -> Bool {
        typedAtChoices = ""
        if case .choices = model.state.step { send(.choose(0)) }
        changeLine { $0.insert(text) }
        return true
    }

    func choose(row index: Int) {
        guard case .choices = model.state.step else { return }
        typedAtChoices = ""
        send(.choose(index))
    }
}
