import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Applies changes to the user's files and settings while the program runs.
extension FiberApp {
    /// Applies new keys, themes and row templates at once, on every screen.
    public func apply(_ choices: AppChoices) {
        let former = self.choices
        self.choices = choices
        // Before the first screen there is nothing to update.
        guard coordinator != nil else { return }
        let hasOtherKeys =
            choices.keymap.bindings != former.keymap.bindings
            || choices.commands.userCommands != former.commands.userCommands
        if hasOtherKeys { matcher.reset() }
        if hasOtherKeys || choices.rowTemplates != former.rowTemplates || choices.themes != former.themes {
            applyAppearance()
            coordinator?.timeline?.remeasureRows()
        }
        guard hasOtherKeys else { return }
        for case let help as HelpController in stack.screens {
            help.send(.show(ui.texts.help(first: stack.screen(below: help)?.contexts ?? [.everywhere])))
        }
    }

    /// Applies changed settings.
    func settingsChanged(_ names: Set<String>) {
        if !names.isDisjoint(with: ["appearance.theme", "appearance.reading-width"]) { applyAppearance() }
        announceSettings(names)
        loop.setNeedsDisplay()
    }

    /// Redraws everything with the current theme, row templates and keys.
    private func applyAppearance() {
        guard coordinator != nil else { return }
        let appearance = currentAppearance
        let hasOtherTheme = appearance.theme != ui.appearance.theme
        ui.update(appearance, choices)
        nameKeys()
        // Transparent pixels show the theme's background.
        if hasOtherTheme { updatePictures() }
        stack.layout(in: terminal.size)
        loop.setNeedsDisplay()
    }

    // MARK: Themes

    var currentTheme: Theme {
        session.settings.themes.lazy.compactMap(theme(named:)).first ?? choices.themes.first ?? .dark
    }

    private func theme(named name: String) -> Theme? {
        choices.themes.first { $0.name == name }
    }

    var currentAppearance: Appearance {
        let capabilities = terminal.capabilities
        let theme = currentTheme
        let readingWidth = session.settings.readingWidth
        return Appearance(
            theme: theme.adapted(to: capabilities.depth), glyphs: capabilities.glyphs.with(theme.variation),
            localizer: session.localizer, kinds: session.kinds, rowTemplates: choices.rowTemplates,
            readingWidth: readingWidth == 0 ? .max : max(20, readingWidth))
    }
}
