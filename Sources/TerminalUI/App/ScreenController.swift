import Coordinators
import Localization
import TerminalKit
import ViewModels

/// A screen on the stack: it hands a state to its pure drawing, and commands to its view-model. It knows no other screen.
protocol ScreenController: AnyObject {
    /// Which screen it is.
    var screen: FlowScreen { get }
    /// Where its keys hold, the innermost first.
    var contexts: [KeyContext] { get }
    /// Whether what lies beneath is seen around it.
    var isOverlay: Bool { get }
    /// Whether keys are typed into it instead of commanding it.
    var isTyping: Bool { get }
    /// Whether its last line asks something that the next key answers.
    var isAsking: Bool { get }

    /// How many rows at the bottom of its area are what one types, chooses or answers by: no message lies over them.
    func foot(in area: Rect) -> Int

    /// What it says in words, for those who do not see it.
    var reading: Transcript { get }

    /// Takes the place that it is given: view-models must know it before they are drawn.
    func place(in area: Rect)
    /// Draws, and answers where the cursor blinks.
    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point?
    /// Does what a key asks; false where it cannot.
    func perform(_ command: Command, count: Int?) -> Bool
    /// Takes a key while one types; false where it is no key of an input line's.
    func type(_ key: Key) -> Bool
    /// Takes pasted text; false where there is nothing to paste into.
    func paste(_ text: String) -> Bool
    /// Takes the mouse; false where it does nothing here.
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool
}

extension ScreenController {
    var isOverlay: Bool { false }
    var isTyping: Bool { false }
    var isAsking: Bool { false }
    func foot(in area: Rect) -> Int { isTyping || isAsking ? 1 : 0 }
    func type(_ key: Key) -> Bool { false }
    func paste(_ text: String) -> Bool { false }
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool { false }
}

/// What layers share: how everything looks, and the texts that are made of the key table.
final class UIContext {
    var look: RenderStyle {
        didSet {
            rows.look = look
            tickets.look = look
        }
    }
    /// What was run in the command line.
    var commandHistory: InputHistory
    /// What is made of the key table; another table is printed everywhere at once.
    var texts: KeyTexts {
        didSet {
            rows.keys = texts.rowKeys
            tickets.keys = texts.ticketKeys
        }
    }
    let rows: TimelineLayout
    let tickets: TicketLayout

    init(look: RenderStyle, keymap: Keymap, wording: Localizer, history: InputHistory = InputHistory()) {
        self.look = look
        commandHistory = history
        texts = KeyTexts(keymap: keymap, glyphs: look.glyphs, wording: wording)
        rows = TimelineLayout(look: look, keys: texts.rowKeys)
        tickets = TicketLayout(look: look, keys: texts.ticketKeys)
    }

    func lists(_ contexts: [KeyContext]) -> ListScreens {
        ListScreens(look: look, hints: texts.hints(in: contexts))
    }
}

extension KeyTexts {
    /// The keys that are printed into the timeline's rows.
    fileprivate var rowKeys: RowKeys {
        RowKeys(
            gap: GapRowLayout.Keys(
                fill: label(of: .open), fillFromBelow: label(of: .fillFromBelow), fillAll: label(of: .fillAll),
                cancel: label(of: .cancel)),
            warning: label(of: .toggleWarning))
    }

    /// The keys that are printed into an open ticket.
    fileprivate var ticketKeys: TicketKeys {
        TicketKeys(
            warning: label(of: .toggleWarning), telling: label(of: .nextTelling, in: [.ticket]) ?? "",
            pictures: label(of: .pictures), retry: label(of: .refresh, in: [.ticket, .reading]) ?? "")
    }

    private func label(of command: Command) -> String {
        label(of: command, in: [.timeline, .reading, .everywhere]) ?? ""
    }
}

extension PageScroll.Movement {
    /// The scrolling that a command means; nil for all other commands.
    init?(_ command: Command, count: Int?) {
        let count = count ?? 1
        switch command {
        case .down: self = .lines(count)
        case .up: self = .lines(-count)
        case .pageDown: self = .pages(count)
        case .pageUp: self = .pages(-count)
        case .halfPageDown: self = .halfPages(count)
        case .halfPageUp: self = .halfPages(-count)
        case .top: self = .top
        case .bottom: self = .bottom
        default: return nil
        }
    }
}
