import Coordinators
import Localization
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls an open screen: passes its view-model's state to a pure drawing type, and commands to the view-model. The
/// rows of its commands are beside it. It knows no other screen.
protocol ScreenController: AnyObject {
    /// The contexts of its keys, innermost first.
    var contexts: [KeyContext] { get }
    /// True if the screen below stays visible around it.
    var isOverlay: Bool { get }
    /// The screen itself while keys are typed into it instead of being commands, otherwise `nil`.
    var typing: (any TextTyping)? { get }
    /// True while something is typed that would be lost if the screen were closed from outside.
    var holdsDraft: Bool { get }
    /// The question at the bottom that the next key answers, or `nil` if there is none.
    var question: String? { get }

    /// True while keys have to wait: an earlier command waits for its row, or a line or a list is not loaded yet.
    var isCatchingUp: Bool { get }
    /// True while keys wait for a change that was typed on the screen.
    var isChanging: Bool { get }
    /// True if Esc leaves the screen without waiting for what ``isCatchingUp`` waits for. By default while text is typed.
    var isLeftWhileLoading: Bool { get }

    /// Returns the number of rows at the bottom of `area` that are typed into or ask a question. Messages do not cover them.
    func promptHeight(in area: Rect) -> Int

    /// The screen's content as text, for linear mode.
    var transcript: Transcript { get }

    /// Lays the screen out in an area. Called before drawing: view-models need the size.
    func layout(in area: Rect)
    /// Draws into `area`. Returns the position of the cursor, or `nil` for no cursor.
    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point?
    /// Draws into `area` while a screen beside it has the keys.
    ///
    /// - Parameter isBesideList: True if that screen is a list, which has a cursor too.
    func drawWithoutKeys(in area: Rect, isBesideList: Bool, of buffer: inout CellBuffer)
    /// Answers the open question with yes.
    func confirm()
    /// Handles pasted text. Returns false if nothing here takes text.
    func paste(_ text: String) -> Bool
    /// Handles a mouse event. Returns false if it has no effect here.
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool
    /// Reacts to the first state of the view-model and to each change of it.
    func stateChanged()
}

extension ScreenController {
    /// The row of a command that this screen performs.
    typealias Row = CommandRow<Self>

    var isOverlay: Bool { false }
    var typing: (any TextTyping)? { nil }
    var holdsDraft: Bool { false }
    var question: String? { nil }
    /// True while the next key answers a question.
    var isAsking: Bool { question != nil }
    var isLeftWhileLoading: Bool { typing != nil }
    func promptHeight(in area: Rect) -> Int { typing != nil || isAsking ? 1 : 0 }
    func confirm() {}
    func paste(_ text: String) -> Bool { false }
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool { false }
    func stateChanged() {}

    func drawWithoutKeys(in area: Rect, isBesideList: Bool, of buffer: inout CellBuffer) {
        _ = draw(in: area, of: &buffer)
    }
}

/// A screen that can be typed into.
protocol TextTyping: ScreenController {
    var ui: UIState { get }
    /// The line that is typed into, or `nil` if there is none.
    var line: InputLine? { get set }
    /// Passes the text of ``line`` on after each change by the user.
    func lineChanged(to text: String)
    /// True while keys are typed into a line or answer a question, instead of being commands.
    var isTyping: Bool { get }
    /// The contexts whose single keys are commands while text is typed, such as that of the compose screen.
    var commandsWhileTyping: [KeyContext] { get }
    /// The keys of the line that is typed into, or of the sheet that has it; empty if there is none.
    var promptHints: [KeyHint] { get }
    /// Handles a key while text is typed. Returns false if the line does not use the key.
    func type(_ key: Key) -> Bool
}

extension TextTyping {
    var typing: (any TextTyping)? { isTyping ? self : nil }
    var isTyping: Bool { line != nil || isAsking }
    var commandsWhileTyping: [KeyContext] { [] }
    var promptHints: [KeyHint] { line == nil ? [] : ui.lists(contexts).answerHints }

    /// Does nothing: the text is only read when it is entered.
    func lineChanged(to text: String) {}

    func paste(_ text: String) -> Bool {
        changeLine { $0.insert(text) }
        return line != nil || isAsking
    }

    /// Handles a key in the line. Returns false if the line does not use it.
    func edit(_ key: Key) -> Bool {
        guard line?.handle(key) == true else { return false }
        lineChanged(to: line?.text ?? "")
        return true
    }

    /// Changes the line for the user, if there is one.
    func changeLine(_ change: (inout InputLine) -> Void) {
        guard var changed = line else { return }
        change(&changed)
        line = changed
        lineChanged(to: changed.text)
    }
}
