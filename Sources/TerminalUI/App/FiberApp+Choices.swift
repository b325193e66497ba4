import Coordinators
import TerminalKit
import ViewModels

/// How the front-end lives by the reader's files and settings while it runs.
extension FiberApp {
    /// Takes what the reader's files say now: keys, themes and rows change at once, wherever the reader is.
    public func take(_ choices: ReaderChoices) {
        let former = self.choices
        self.choices = choices
        // Before the first screen stands, nothing shows what there was.
        guard coordinator != nil else { return }
        let hasOtherKeys = choices.keymap.bindings != former.keymap.bindings
        if hasOtherKeys { matcher.reset() }
        if hasOtherKeys || choices.rowTemplates != former.rowTemplates || choices.themes != former.themes {
            takeLook()
            coordinator?.timeline?.takeLayouts()
        }
        guard hasOtherKeys else { return }
        for layer in layers { (layer as? HelpController)?.take(stage.texts.help(first: contextsBeneath(layer))) }
    }

    /// Lives by settings that have changed.
    func settingsChanged(_ names: Set<String>) {
        if names.contains("appearance.theme") { takeLook() }
        for layer in layers { (layer as? SettingsController)?.refresh() }
        tellOfSettings(names)
        loop.setNeedsDisplay()
    }

    /// Draws everything by the theme, rows and keys that hold now.
    private func takeLook() {
        guard coordinator != nil else { return }
        let look = currentLook
        let hasOtherTheme = look.theme != stage.look.theme
        stage.look = look
        stage.texts = KeyTexts(keymap: choices.keymap, glyphs: look.glyphs, wording: services.wording)
        // What is transparent shows the theme's background.
        if hasOtherTheme { services.pictures = pictures?(terminal.capabilities, look.theme) }
        placeLayers(in: terminal.size)
        loop.setNeedsDisplay()
    }

    /// The keys of the screen from which the help was opened.
    private func contextsBeneath(_ help: any ScreenController) -> [KeyContext] {
        let index = layers.firstIndex { $0 === help } ?? 0
        return index > 0 ? layers[index - 1].contexts : [.everywhere]
    }

    // MARK: Themes

    /// Takes another theme, at once and for the next start.
    public func setTheme(_ name: String) {
        guard theme(named: name) != nil else { return }
        services.settings.choose(theme: name)
    }

    /// The theme that holds.
    var currentTheme: Theme {
        services.settings.themes.lazy.compactMap(theme(named:)).first ?? choices.themes.first ?? .dark
    }

    private func theme(named name: String) -> Theme? {
        choices.themes.first { $0.name == name }
    }

    /// How everything looks now.
    var currentLook: RenderStyle {
        let capabilities = terminal.capabilities
        let theme = currentTheme
        return RenderStyle(
            theme: theme.adapted(to: capabilities.depth), glyphs: capabilities.glyphs.with(theme.variation),
            wording: services.wording, rowTemplates: choices.rowTemplates)
    }
}
