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
    var ui: UIContext { get }
    var promptLine: PromptLine { get set }
}

extension PromptAnswering {
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
