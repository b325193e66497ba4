import Coordinators
import TerminalKit
import ViewModels

/// Controls the screen on which a post is written.
final class ComposeController: ModelController<ComposeViewModel>, TextTyping, ActionSending {
    let contexts = KeyContext.compose.screenContexts
    let isTyping = true
    let holdsDraft = true
    private var text = TextArea()
    /// The line of its own that is typed into, or `nil` while the text is.
    var line: InputLine?
    private var openField: ComposeField?
    var commandsWhileTyping: [KeyContext] { line == nil && model.state.accountCursor == nil ? [.compose] : [] }
    var transcript: Transcript { Transcript(model.state, line: line, localizer: localizer) }

    private var screen: ComposeScreen {
        ComposeScreen(lists: ui.lists([.compose], without: model.state.account.isEmpty ? Self.accountCommands : []))
    }

    var promptHints: [KeyHint] { screen.hints(of: model.state) }

    /// Returns the number of all rows below the text: names to complete, files, accounts to choose, the length and the hints.
    func promptHeight(in area: Rect) -> Int { area.maxY - screen.parts(of: area, model.state).completions.y }

    func layout(in area: Rect) {}

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let screen = screen
        let textArea = screen.parts(of: area, model.state).text
        text.layout(in: Size(width: textArea.width, height: textArea.height))
        return screen.draw(model.state, text: text, line: line, in: area, of: &buffer)
    }

    /// The hinted commands that need an account. An edit changes the text only, and so does a reply through a source.
    private static let accountCommands: Set<Command> = ["post-visibility", "post-warning", "attach-file"]

    func type(_ key: Key) -> Bool {
        if line != nil { return typeLine(key) }
        if model.state.accountCursor != nil { return chooseAccount(key) }
        // The post is being sent as it is.
        guard !model.state.isLookingUpNames else { return true }
        guard text.handle(key) else { return false }
        send(.type(text.text, cursor: text.cursor))
        return true
    }

    private func typeLine(_ key: Key) -> Bool {
        switch key {
        case .named(.enter): send(.set(line?.text ?? ""))
        case .named(.escape): send(.closeLine)
        default: return edit(key)
        }
        return true
    }

    /// Handles a key in the list of accounts.
    private func chooseAccount(_ key: Key) -> Bool {
        switch key {
        case .named(.up), .character("k"): send(.moveAccountCursor(-1))
        case .named(.down), .character("j"): send(.moveAccountCursor(1))
        case .character(" "): send(.toggleAccount)
        case .named(.enter), .named(.escape): send(.toggleAccountList)
        default: return false
        }
        return true
    }

    func paste(_ pasted: String) -> Bool {
        if line != nil {
            line?.insert(pasted)
        } else if !model.state.isLookingUpNames, model.state.accountCursor == nil {
            // Otherwise the post is being sent as it is, or accounts are chosen.
            text.insert(pasted)
            send(.type(text.text, cursor: text.cursor))
        }
        return true
    }

    func stateChanged() {
        let state = model.state
        if state.line?.field != openField {
            openField = state.line?.field
            line = state.line.map { InputLine($0.text) }
        }
        if state.text != text.text {
            if let completions = state.completions, let selected = completions.selected {
                text.complete(from: completions.start, with: completions.words[selected])
            }
            // A text that was not typed here: a restored draft, or one that was changed in the editor.
            if state.text != text.text { text.replace(with: state.text) }
        }
    }

    nonisolated static let commands = CommandGroup(
        .compose,
        [
            Row("send-post", ["ctrl-s", "alt-enter"], hint: true, sends: .send),
            Row("close-post", ["escape", "ctrl-c"], hint: true, sends: .close),
            Row("post-targets", ["alt-t"], hint: true, sends: .toggleAccountList),
            Row("post-time", ["alt-d"], hint: true, sends: .open(.schedule)),
            Row("edit-post", ["alt-e"], hint: true, sends: .edit),
            Row("post-visibility", ["alt-v"], hint: true, sends: .nextVisibility),
            Row("post-warning", ["alt-w"], hint: true, sends: .open(.warning)),
            Row("post-language", ["alt-g"], sends: .open(.language)),
            Row("post-account", ["alt-a"], sends: .nextAccount),
            Row("attach-file", ["alt-m"], hint: true, sends: .open(.file)),
            Row("describe-file", ["alt-i"], sends: .describe),
            Row("detach-file", ["alt-x"], sends: .detach),
            Row("complete-name", ["tab"], sends: .complete(1)),
            Row("complete-name-back", ["shift-tab"], sends: .complete(-1)),
            Row("discard-post", ["alt-q"], sends: .discard),
            Row("drafts", ["alt-p"], hint: true, sends: .drafts),
        ])
}
