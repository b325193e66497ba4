import Coordinators
import Localization
import TerminalKit
import ViewModels

/// The drawing state shared by all screens: the style, the texts of the key table, the cached layouts, and the histories
/// of the input lines.
final class UIContext {
    var appearance: RenderStyle {
        didSet {
            timelineLayout.appearance = appearance
            threadLayout.appearance = appearance
            ticketLayout.appearance = appearance
        }
    }
    /// The former entries of the input lines.
    var histories: InputHistories
    /// Called with the kind of a new entry, to store it.
    var onRemember: ((InputHistories.Kind) -> Void)?
    /// The texts made from the key table. A new value updates the keys shown on all screens.
    var texts: KeyTexts {
        didSet {
            timelineLayout.keys = texts.rowKeys
            threadLayout.keys = texts.threadKeys
            ticketLayout.keys = texts.ticketKeys
        }
    }
    let timelineLayout: TimelineLayout
    let threadLayout: ThreadLayout
    let ticketLayout: TicketLayout

    init(
        appearance: RenderStyle, keymap: Keymap, commands: CommandTable, localizer: Localizer,
        histories: InputHistories = InputHistories()
    ) {
        self.appearance = appearance
        self.histories = histories
        texts = KeyTexts(keymap: keymap, commands: commands, glyphs: appearance.glyphs, localizer: localizer)
        timelineLayout = TimelineLayout(appearance: appearance, keys: texts.rowKeys)
        threadLayout = ThreadLayout(appearance: appearance, keys: texts.threadKeys)
        ticketLayout = TicketLayout(appearance: appearance, keys: texts.ticketKeys)
    }

    /// Adds an entry to the history of its kind.
    func remember(_ entry: String, as kind: InputHistories.Kind) {
        histories.add(entry, to: kind)
        onRemember?(kind)
    }

    /// Returns true if a key answers a question with yes: the letter that the question names.
    func confirms(_ key: Key) -> Bool {
        key.typed.map { String($0) } == appearance.localizer(.confirmLetter)
    }

    /// Returns the parts of lists.
    ///
    /// - Parameters:
    ///   - others: Commands among the hints that usually have none.
    ///   - omitted: Commands that are left out of the hints.
    func lists(
        _ contexts: [KeyContext], also others: Set<Command> = [], without omitted: Set<Command> = []
    ) -> ListDrawing {
        ListDrawing(appearance: appearance, hints: texts.hints(in: contexts, also: others, without: omitted))
    }
}

extension KeyTexts {
    /// The keys shown in the timeline's rows.
    fileprivate var rowKeys: RowKeys {
        RowKeys(
            gap: GapRowLayout.Keys(
                fill: label(of: .open, on: .timeline), fillFromBelow: label(of: .fillFromBelow, on: .timeline),
                fillAll: label(of: .fillAll, on: .timeline), cancel: label(of: .cancel, on: .timeline)),
            warning: label(of: .toggleWarning, on: .timeline))
    }

    /// The keys shown in the rows of a thread.
    fileprivate var threadKeys: ThreadKeys {
        ThreadKeys(
            open: label(of: .open, on: .thread), fold: label(of: .toggleFold, on: .thread),
            warning: label(of: .toggleWarning, on: .thread))
    }

    /// The keys shown in an open ticket.
    fileprivate var ticketKeys: TicketKeys {
        TicketKeys(
            warning: label(of: .toggleWarning, on: .ticket), nextInStory: label(of: .nextInStory, on: .ticket),
            pictures: label(of: .pictures, on: .ticket), retry: label(of: .refresh, on: .ticket))
    }

    /// Returns the first key of a command on a screen with a current ticket, or nothing if it has none.
    private func label(of command: Command, on screen: KeyContext) -> String {
        label(of: command, in: screen.screenContexts) ?? ""
    }
}
