import Coordinators
import TerminalKit
import ViewModels

/// What can be set on the screen, each with what it can be set to.
extension FiberApp {
    var settingChoices: [SettingChoice] {
        let wording = services.wording
        let settings = services.settings
        let timeline = coordinator?.timeline?.timeline
        return [
            SettingChoice(
                title: wording(.settingTheme), options: choices.themes.map(\.name),
                current: { [weak self] in self?.currentTheme.name ?? "" }, apply: { [weak self] in self?.setTheme($0) }),
            choice(.settingDensity, Density.self, \.phrase, \.density),
            choice(.settingTimes, TimeStyle.self, \.phrase, \.timeStyle),
            choice(.settingPictures, PictureUse.self, \.phrase, \.pictureUse),
            SettingChoice(
                title: wording(.settingStories), options: [wording(.storyFolds), wording(.storyApart)],
                current: { [settings] in wording(settings.folds ? .storyFolds : .storyApart) },
                apply: { [settings] name in settings.folds = name == wording(.storyFolds) }),
            flag(.settingMarkOnOpen, { [settings] in settings.marksReadOnOpen }) { [settings] in
                settings.marksReadOnOpen = $0
            },
            flag(.settingMarkOnPassing, { [settings] in settings.marksReadOnPassing }) { [settings] in
                settings.marksReadOnPassing = $0
            },
            refreshInterval(settings),
            flag(.settingRefreshAtStart, { [settings] in settings.refreshesAtStart }) { [settings] in
                settings.refreshesAtStart = $0
            },
            flag(.settingBell, { [settings] in settings.ringsBell }) { [settings] in settings.ringsBell = $0 },
            flag(.settingVitals, { timeline?.showsVitals ?? false }) { timeline?.set(showsVitals: $0) },
        ]
    }

    /// How often to ask for what is new: what the file may say between the steps is one of them.
    private func refreshInterval(_ settings: ReaderSettings) -> SettingChoice {
        let wording = services.wording
        func words(_ minutes: Int) -> String {
            minutes == 0 ? wording(.settingNever) : wording(.settingMinutes, .number(minutes))
        }
        let steps = Set([0, 5, 15, 30, 60, 180, 360, settings.refreshMinutes]).sorted()
        return SettingChoice(
            title: wording(.settingRefresh), options: steps.map(words), current: { words(settings.refreshMinutes) },
            apply: { chosen in
                guard let minutes = steps.first(where: { words($0) == chosen }) else { return }
                settings.refreshMinutes = minutes
            })
    }

    /// A setting with names of its own for its values.
    private func choice<Value: CaseIterable & Equatable>(
        _ title: Phrase, _ values: Value.Type, _ name: KeyPath<Value, Phrase>,
        _ value: ReferenceWritableKeyPath<ReaderSettings, Value>
    ) -> SettingChoice {
        let wording = services.wording
        let settings = services.settings
        return SettingChoice(
            title: wording(title), options: Value.allCases.map { wording($0[keyPath: name]) },
            current: { wording(settings[keyPath: value][keyPath: name]) },
            apply: { chosen in
                guard let chosen = Value.allCases.first(where: { wording($0[keyPath: name]) == chosen }) else { return }
                settings[keyPath: value] = chosen
            })
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
