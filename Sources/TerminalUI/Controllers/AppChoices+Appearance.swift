import TerminalDriver
import TerminalKit
import ViewModels

extension AppChoices {
    /// Returns the appearance that these choices and the settings give, as far as a terminal can show it.
    func appearance(in session: Session, on capabilities: TerminalCapabilities) -> Appearance {
        let theme = theme(of: session.settings)
        let readingWidth = session.settings.readingWidth
        return Appearance(
            theme: theme.adapted(to: capabilities.depth), glyphs: capabilities.glyphs.with(theme.variation),
            localizer: session.localizer, kinds: session.kinds, rowTemplates: rowTemplates,
            readingWidth: readingWidth == 0 ? .max : max(20, readingWidth))
    }

    /// Returns the first theme of the settings that exists.
    private func theme(of settings: EffectiveSettings) -> Theme {
        settings.themes.lazy.compactMap { name in themes.first { $0.name == name } }.first ?? themes.first ?? .dark
    }
}
