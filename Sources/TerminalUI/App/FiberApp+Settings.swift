import Coordinators
import EngineConcepts
import FiberConfiguration
import Localization
import TerminalKit
import ViewModels

extension FiberApp {
    /// The front end as the settings screen sees it.
    var settingsFrontEnd: SettingsFrontEnd {
        SettingsFrontEnd(
            themes: { [weak self] in self?.choices.themes.map(\.name) ?? [] },
            failure: { [localizer = session.localizer] value, setting in
                RowTemplate.error(in: value, of: setting).map { localizer($0) }
            })
    }

    /// Announces changed settings where the screen may not show the change. The settings screen itself already shows them.
    func announceSettings(_ names: Set<String>) {
        guard announcesSettings, !(stack.top is SettingsController) else { return }
        let texts = SettingTexts(localizer: session.localizer)
        for setting in Setting.all where names.contains(setting.name) {
            guard let value = session.settings.current.value(setting.name) else { continue }
            session.messages.show(
                .settingChanged, .text(texts.title(of: setting)), .text(texts.text(of: value, of: setting)))
        }
    }
}
