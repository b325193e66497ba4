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
protocol PromptAnswering: TextTyping, ActionSending where Action: PromptAction {
    /// The open prompt, or `nil` if there is none.
    var prompt: TextPrompt? { get }
    var promptLine: PromptLine { get set }
    /// Completes the answer with the match this far after the present one. Returns false if there is nothing to complete.
    ///
    /// - Parameter use: Called with the completed answer, at once or while keys wait.
    func complete(_ answer: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool
}

extension PromptAnswering {
    func complete(_ answer: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool { false }

    var line: InputLine? {
        get { promptLine.input }
        set { promptLine.input = newValue }
    }

    /// True while a prompt is open.
    var holdsDraft: Bool { promptLine.input != nil }

    func promptHeight(in area: Rect) -> Int {
        guard let prompt else { return isTyping ? 1 : 0 }
        return ListDrawing(appearance: ui.appearance, hints: []).height(of: prompt, in: area)
    }

    func stateChanged() { promptLine.follow(prompt, ui.histories) }
    func type(_ key: Key) -> Bool { typeAnswer(key) }

    /// Handles a key in the line of the prompt. Returns false if the line does not use it.
    func typeAnswer(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            let text = promptLine.input?.text ?? ""
            if let history = promptLine.prompt?.history { ui.remember(text, as: history) }
            send(.submit(text))
        case .named(.escape): send(.cancelPrompt)
        case .named(.tab): return complete(1)
        case Key(.named(.tab), .shift): return complete(-1)
        default: return edit(key)
        }
        return true
    }

    private func complete(_ count: Int) -> Bool {
        guard let text = promptLine.input?.text else { return false }
        return complete(text, by: count) { [weak self] completed in
            // The prompt may be closed by now.
            guard let self, self.promptLine.input != nil else { return }
            self.changeLine { $0.replace(with: completed) }
        }
    }
}

extension PromptAnswering where Action: ConfirmAction {
    func type(_ key: Key) -> Bool {
        guard isAsking else { return typeAnswer(key) }
        send(.confirm(ui.confirms(key)))
        return true
    }
}

extension PromptAnswering where Self: TextSearching {
    /// The line of a prompt before that of the search.
    var line: InputLine? {
        get { promptLine.input ?? searchLine }
        set { if promptLine.input == nil { searchLine = newValue } else { promptLine.input = newValue } }
    }

    func lineChanged(to text: String) { if prompt == nil { search(text) } }
    func type(_ key: Key) -> Bool { prompt == nil ? typeSearch(key) : typeAnswer(key) }
}

extension PromptAnswering where Self: TextInputController {
    /// The line of a prompt before the screen's own.
    var activeLine: InputLine { promptLine.input ?? input }

    var line: InputLine? {
        get { activeLine }
        set {
            if promptLine.input != nil {
                promptLine.input = newValue
            } else if let newValue {
                input = newValue
            }
        }
    }
}
