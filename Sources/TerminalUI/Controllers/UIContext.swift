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
    var onRemember: ((Preferences.Name) -> Void)?
    /// The texts made from the key table. A new value updates the keys shown on all screens.
    var texts: KeyTexts {
        didSet {
            timelineLayout.keys = texts.shownKeys(on: .timeline)
            threadLayout.keys = texts.shownKeys(on: .thread)
            ticketLayout.keys = texts.shownKeys(on: .ticket)
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
        timelineLayout = TimelineLayout(appearance: appearance, keys: texts.shownKeys(on: .timeline))
        threadLayout = ThreadLayout(appearance: appearance, keys: texts.shownKeys(on: .thread))
        ticketLayout = TicketLayout(appearance: appearance, keys: texts.shownKeys(on: .ticket))
    }

    /// Adds an entry to the history of its kind.
    func remember(_ entry: String, as kind: Preferences.Name) {
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
