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
            choice(.settingDensity, Density.self, \.phrase, { timeline?.state.density }) { timeline?.set($0) },
            choice(.settingTimes, TimeStyle.self, \.phrase, { timeline?.state.timeStyle }) { timeline?.set($0) },
            choice(.settingPictures, PictureUse.self, \.phrase, { [services] in services.pictureUse }) {
                timeline?.set($0)
            },
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

    /// A setting with names of its own for its values.
    private func choice<Value: CaseIterable & Equatable>(
        _ title: Phrase, _ values: Value.Type, _ name: KeyPath<Value, Phrase>, _ current: @escaping () -> Value?,
        apply: @escaping (Value) -> Void
    ) -> SettingChoice {
        let wording = services.wording
        return SettingChoice(
            title: wording(title), options: Value.allCases.map { wording($0[keyPath: name]) },
            current: { current().map { wording($0[keyPath: name]) } ?? "" },
            apply: { chosen in Value.allCases.first { wording($0[keyPath: name]) == chosen }.map(apply) })
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

extension Density {
    var phrase: Phrase {
        switch self {
        case .compact: .densityCompact
        case .regular: .densityRegular
        case .roomy: .densityRoomy
        }
    }
}

extension TimeStyle {
    var phrase: Phrase { self == .relative ? .timesRelative : .timesExact }
}

extension PictureUse {
    var phrase: Phrase {
        switch self {
        case .never: .picturesNever
        case .ticket: .picturesInTicket
        case .timeline: .picturesInTimeline
        }
    }
}
