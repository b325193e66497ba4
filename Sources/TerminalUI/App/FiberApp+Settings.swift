import Coordinators
import TerminalKit
import ViewModels

/// What can be set on the screen, each with what it can be set to.
extension FiberApp {
    var settingChoices: [SettingChoice] {
        let wording = services.wording
        let timeline = coordinator?.timeline?.timeline
        return [
            SettingChoice(
                title: wording(.settingTheme), options: themes.map(\.name),
                current: { [weak self] in self?.currentTheme ?? "" }, apply: { [weak self] in self?.setTheme($0) }),
            SettingChoice(
                title: wording(.settingDensity), options: Density.allCases.map(\.rawValue),
                current: { timeline?.state.density.rawValue ?? "" },
                apply: { name in if let density = Density(rawValue: name) { timeline?.set(density) } }),
            SettingChoice(
                title: wording(.settingTimes), options: TimeStyle.allCases.map(\.rawValue),
                current: { timeline?.state.timeStyle.rawValue ?? "" },
                apply: { name in if let style = TimeStyle(rawValue: name) { timeline?.set(style) } }),
            SettingChoice(
                title: wording(.settingPictures), options: PictureUse.allCases.map(\.rawValue),
                current: { [services] in services.pictureUse.rawValue },
                apply: { name in if let use = PictureUse(rawValue: name) { timeline?.set(use) } }),
            SettingChoice(
                title: wording(.settingStories), options: [wording(.storyFolds), wording(.storyApart)],
                current: { wording(timeline?.folds ?? false ? .storyFolds : .storyApart) },
                apply: { name in timeline?.set(folds: name == wording(.storyFolds)) }),
            flag(.settingMarkOnOpen, { [services] in services.marksReadOnOpen }) { [services] in
                services.set(marksReadOnOpen: $0)
            },
            flag(.settingMarkOnPassing, { [services] in services.marksReadOnPassing }) { [services] in
                services.set(marksReadOnPassing: $0)
            },
            flag(.settingVitals, { timeline?.showsVitals ?? false }) { timeline?.set(showsVitals: $0) },
        ]
    }

    /// A setting that is on or off.
    private func flag(
        _ title: Phrase, _ current: @escaping () -> Bool, apply: @escaping (Bool) -> Void
    ) -> SettingChoice {
        let (on, off) = (services.wording(.settingOn), services.wording(.settingOff))
        return SettingChoice(
            title: services.wording(title), options: [on, off], current: { current() ? on : off },
            apply: { apply($0 == on) })
    }
}
