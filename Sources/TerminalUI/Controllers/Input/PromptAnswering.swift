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
    /// Reacts to a change of the answer by the user.
    func answerChanged(_ answer: String)
}

extension PromptAnswering {
    func complete(_ answer: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool { false }
    func answerChanged(_ answer: String) {}
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
        changeAnswer { $0.insert(text) }
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
        case .named(.tab): return complete(1)
        case Key(.named(.tab), .shift): return complete(-1)
        default:
            guard promptLine.input?.handle(key) == true else { return false }
            answerChanged(promptLine.input?.text ?? "")
        }
        return true
    }

    private func complete(_ count: Int) -> Bool {
        guard let text = promptLine.input?.text else { return false }
        return complete(text, by: count) { [weak self] completed in self?.changeAnswer { $0.replace(with: completed) } }
    }

    /// Changes the line for the user, if there is one.
    func changeAnswer(_ change: (inout InputLine) -> Void) {
        guard var line = promptLine.input else { return }
        change(&line)
        promptLine.input = line
        answerChanged(line.text)
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
    func insert(_ text: String) { if isSearching { insertIntoLine(text) } else { changeAnswer { $0.insert(text) } } }
}

extension PromptAnswering where Self: TextInputController {
    /// The line that is typed into: that of a prompt before its own.
    var activeLine: InputLine { promptLine.input ?? input }
    var isTyping: Bool { true }

    func paste(_ text: String) -> Bool {
        if promptLine.input == nil { insert(text) } else { changeAnswer { $0.insert(text) } }
        return true
    }
}
