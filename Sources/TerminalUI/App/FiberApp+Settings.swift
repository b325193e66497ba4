import Coordinators
import EngineConcepts
import FiberConfiguration
import Localization
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
        let appearance = choices.appearance(in: session, on: terminal.capabilities)
        let hasOtherTheme = appearance.theme != ui.appearance.theme
        ui.update(appearance, choices)
        nameKeys()
        // Transparent pixels show the theme's background.
        if hasOtherTheme { updatePictures() }
        stack.layout(in: terminal.size)
        loop.setNeedsDisplay()
    }

    /// Announces changed settings where the screen may not show the change. The settings screen itself already shows them.
    private func announceSettings(_ names: Set<String>) {
        guard announcesSettings, !(stack.top is SettingsController) else { return }
        let texts = SettingTexts(localizer: session.localizer)
        for setting in Setting.all where names.contains(setting.name) {
            guard let value = session.settings.current.value(setting.name) else { continue }
            session.messages.show(
                .settingChanged, .text(texts.title(of: setting)), .text(texts.text(of: value, of: setting)))
        }
    }
}
