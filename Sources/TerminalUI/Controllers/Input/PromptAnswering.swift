import TerminalKit
import ViewModels

/// The line in which a prompt is answered.
struct PromptLine {
    /// The line, or `nil` without a prompt.
    var input: InputLine?
    /// The prompt that ``input`` belongs to.
    private(set) var prompt: TextPrompt?

    /// Opens a line for another prompt, or closes it if there is none.
    mutating func follow(_ newPrompt: TextPrompt?, _ histories: InputHistories) {
        guard newPrompt != prompt else { return }
        prompt = newPrompt
        input = newPrompt?.line(histories)
    }
}

/// A screen with prompts, each of which is answered in a line.
protocol PromptAnswering: ScreenController, ActionSending where Action: PromptAction {
    var ui: UIState { get }
    /// The open prompt, or `nil` if there is none.
    var prompt: TextPrompt? { get }
    var promptLine: PromptLine { get set }
}

extension PromptAnswering {
    var isTyping: Bool { promptLine.input != nil }
    var promptHints: [KeyHint] { promptLine.input == nil ? [] : ui.lists(contexts).answerHints }

    func promptHeight(in area: Rect) -> Int {
        guard let prompt else { return isTyping || isAsking ? 1 : 0 }
        return ListDrawing(appearance: ui.appearance, hints: []).height(of: prompt, in: area)
    }

    func stateChanged() {
        promptLine.follow(prompt, ui.histories)
    }

    func type(_ key: Key) -> Bool { typeAnswer(key) }

    func paste(_ text: String) -> Bool {
        guard isTyping else { return false }
        promptLine.input?.insert(text)
        return true
    }

    /// Handles a key in the line. Returns `false` if the line does not use it.
    func typeAnswer(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            let text = promptLine.input?.text ?? ""
            if let history = promptLine.prompt?.history { ui.remember(text, as: history) }
            send(.submit(text))
        case .named(.escape): send(.cancelPrompt)
        default: return promptLine.input?.handle(key) ?? false
        }
        return true
    }
}
