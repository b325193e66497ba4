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
}

extension PromptAnswering {
    var isTyping: Bool { promptLine.input != nil || isAsking }
    var promptHints: [KeyHint] { promptLine.input == nil ? [] : answerHints }

    func promptHeight(in area: Rect) -> Int {
        guard let prompt else { return isTyping ? 1 : 0 }
        return ListDrawing(appearance: ui.appearance, hints: []).height(of: prompt, in: area)
    }

    func stateChanged() { promptLine.follow(prompt, ui.histories) }

    func type(_ key: Key) -> Bool { typeAnswer(key) }

    func paste(_ text: String) -> Bool {
        guard isTyping else { return false }
        promptLine.input?.insert(text)
        return true
    }

    /// Handles a key in the line. Returns false if the line does not use it.
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

extension PromptAnswering where Action: ConfirmAction {
    func type(_ key: Key) -> Bool {
        guard isAsking else { return typeAnswer(key) }
        send(.confirm(ui.confirms(key)))
        return true
    }
}

extension PromptAnswering where Self: TextSearching {
    /// The line that is typed into: that of a prompt before that of the search.
    var input: InputLine? { promptLine.input ?? line }
    var isTyping: Bool { input != nil }
    var promptHints: [KeyHint] { answerHints }
    /// True while the search has the keys.
    var isSearching: Bool { prompt == nil && line != nil }

    func type(_ key: Key) -> Bool { isSearching ? typeIntoLine(key) : typeAnswer(key) }

    func paste(_ text: String) -> Bool {
        guard isTyping else { return false }
        insert(text)
        return true
    }

    /// Inserts a text into the line that is typed into.
    func insert(_ text: String) { if isSearching { insertIntoLine(text) } else { promptLine.input?.insert(text) } }
}

extension PromptAnswering where Self: TextInputController {
    /// The line that is typed into: that of a prompt before its own.
    var activeLine: InputLine { promptLine.input ?? input }
    var isTyping: Bool { true }

    func paste(_ text: String) -> Bool {
        if promptLine.input == nil { insert(text) } else { promptLine.input?.insert(text) }
        return true
    }
}
