import Coordinators
import TerminalKit
import ViewModels

/// The drawing state shared by all screens: the appearance, the texts of the key table, the cached layouts, and the histories
/// of the input lines.
final class UIState {
    /// The appearance that everything is drawn with.
    private(set) var appearance: Appearance
    /// The texts of the key table: help, hints, and the keys that rows name.
    private(set) var texts: KeyTexts
    /// The former entries of the input lines.
    private(set) var histories = InputHistories()
    private let preferences: Preferences
    let timelineLayout: TimelineLayout
    let outlineLayout: OutlineLayout
    let ticketLayout: TicketLayout

    init(_ appearance: Appearance, _ choices: AppChoices, preferences: Preferences) {
        self.appearance = appearance
        self.preferences = preferences
        texts = KeyTexts(choices, appearance)
        timelineLayout = TimelineLayout(appearance: appearance, keys: texts.shownKeys(on: .timeline))
        outlineLayout = OutlineLayout(appearance: appearance, keys: texts.shownKeys(on: .thread))
        ticketLayout = TicketLayout(appearance: appearance, keys: texts.shownKeys(on: .ticket))
    }

    /// Adopts an appearance and keys on all screens.
    func update(_ appearance: Appearance, _ choices: AppChoices) {
        self.appearance = appearance
        texts = KeyTexts(choices, appearance)
        timelineLayout.cache.update(appearance, texts.shownKeys(on: .timeline))
        outlineLayout.cache.update(appearance, texts.shownKeys(on: .thread))
        ticketLayout.cache.update(appearance, texts.shownKeys(on: .ticket))
    }

    /// Adopts the stored histories.
    func restoreHistories() async throws {
        let stored = try await preferences.values(InputHistories.kinds)
        for (kind, texts) in stored { histories.restore(texts, to: kind) }
    }

    /// Adds an entry to the history of its kind, and stores it.
    func remember(_ entry: String, as kind: Preferences.Name) {
        histories.add(entry, to: kind)
        preferences.set(kind, to: histories.stored(kind))
    }

    /// Returns true if a key answers a question with yes: the letter that the question names.
    func confirms(_ key: Key) -> Bool { key.typed.map { String($0) } == appearance.localizer(.confirmLetter) }

    /// Returns the drawing of lists, with the hints of the keys in `contexts`.
    ///
    /// - Parameters:
    ///   - others: Commands to hint at that usually have no hint.
    ///   - omitted: Commands that are left out of the hints.
    ///   - variants: The variants of the texts of commands.
    func lists(
        _ contexts: [KeyContext], also others: Set<Command> = [], without omitted: Set<Command> = [],
        variants: [Command: String] = [:]
    ) -> ListDrawing {
        let hints = texts.hints(in: contexts, also: others, without: omitted, variants: variants)
        return ListDrawing(appearance: appearance, hints: hints)
    }
}

extension KeyTexts {
    fileprivate convenience init(_ choices: AppChoices, _ appearance: Appearance) {
        self.init(
            keymap: choices.keymap, commands: choices.commands, glyphs: appearance.glyphs,
            localizer: appearance.localizer)
    }
}
