public import FiberConfiguration
import Localization

/// What the settings need of the front-end.
public struct SettingsContext {
    /// The names of the themes that can be chosen.
    public let themes: () -> [String]
    /// What is wrong with a value that its setting takes, in words; nil where nothing is.
    public let fault: (SettingValue, Setting) -> String?
    /// Whether the bar shows the program's vital signs, which no file says.
    public let showsVitals: () -> Bool
    /// Shows them, or does not.
    public let showVitals: (Bool) -> Void

    /// Puts it together.
    public init(
        themes: @escaping () -> [String], fault: @escaping (SettingValue, Setting) -> String?,
        showsVitals: @escaping () -> Bool, showVitals: @escaping (Bool) -> Void
    ) {
        self.themes = themes
        self.fault = fault
        self.showsVitals = showsVitals
        self.showVitals = showVitals
    }
}

/// The settings: every one that `config.toml` may hold. Each change holds at once, or is kept for the next start where it cannot.
public final class SettingsViewModel {
    /// What the screen shows.
    public private(set) var state: SettingsState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private let context: SettingsContext
    private let services: ReaderServices
    private let words: SettingWords
    private var settings: ReaderSettings { services.settings }

    /// The setting under the cursor; nil on the vital signs, which stand last.
    private var current: Setting? {
        Setting.all.indices.contains(state.cursor) ? Setting.all[state.cursor] : nil
    }

    /// Makes the settings.
    public init(context: SettingsContext, services: ReaderServices) {
        self.context = context
        self.services = services
        words = SettingWords(wording: services.wording)
        state = SettingsState(title: services.wording(.settingsTitle), rows: [], cursor: 0)
        refresh()
    }

    /// Moves the cursor.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, state.rows.count - 1))
    }

    /// Takes the next option of the setting under the cursor, or with -1 the one before; round and round. What has no options is
    /// asked for.
    public func change(by count: Int) {
        guard let setting = current else { return toggleVitals() }
        let options = options(of: setting)
        guard !options.isEmpty else { return ask() }
        let index = value(of: setting).flatMap(options.firstIndex) ?? 0
        choose(options[((index + count) % options.count + options.count) % options.count], of: setting)
    }

    /// Asks for a number or for words; of anything else, takes the next option.
    public func edit() {
        guard let setting = current else { return toggleVitals() }
        switch setting.kind {
        case .number, .words: ask()
        case .flag, .choice, .name: change(by: 1)
        }
    }

    /// Takes what was typed.
    public func submit(_ text: String) {
        let asked = state.prompt
        cancelPrompt()
        guard asked != nil, let setting = current else { return }
        let typed = text.trimmingSpaces
        guard let value = setting.value(typed: typed) else {
            return services.messages.problem(.settingNotTaken, .words(typed), .words(expectation(of: setting)))
        }
        choose(value, of: setting)
    }

    /// Asks for nothing any more.
    public func cancelPrompt() {
        state.prompt = nil
    }

    /// Goes back to what the reader's file says of the setting under the cursor, or to the standard where it says nothing.
    public func takeBack() {
        guard let setting = current, settings.isChosen(setting.name) else {
            let title = state.rows.indices.contains(state.cursor) ? state.rows[state.cursor].title : ""
            return services.messages.note(.settingNotChosen, .words(title))
        }
        settings.takeBack(setting.name)
        refresh()
    }

    /// Shows what counts now.
    public func refresh() {
        var table = ""
        var rows = Setting.all.map { setting in
            var row = row(for: setting)
            if setting.table != table { row.heading = words.heading(of: setting.table) }
            table = setting.table
            return row
        }
        rows.append(vitals)
        state.rows = rows
    }

    // MARK: What rows say

    private func row(for setting: Setting) -> SettingsState.Row {
        let value = value(of: setting)
        let options = options(of: setting)
        return SettingsState.Row(
            title: words.title(of: setting), options: options.map { words.text(of: $0, of: setting) },
            chosen: value.flatMap(options.firstIndex) ?? 0,
            value: value.map { words.text(of: $0, of: setting) } ?? "", isChosen: settings.isChosen(setting.name),
            detail: detail(of: setting))
    }

    private func detail(of setting: Setting) -> String {
        let wording = services.wording
        let said = settings.file.said(of: setting.name)
        let origin =
            switch (settings.isChosen(setting.name), said) {
            case (true, let said?): wording(.settingIsChosen, .words(words.text(of: said, of: setting)))
            case (true, nil):
                wording(.settingIsChosenOverStandard, .words(words.text(of: setting.standard, of: setting)))
            case (false, .some): wording(.settingIsOfFile)
            case (false, nil): wording(.settingIsStandard)
            }
        return setting.needsRestart ? "\(origin). \(wording(.settingIsLater))" : origin
    }

    private var vitals: SettingsState.Row {
        let wording = services.wording
        let options = [wording(.settingOn), wording(.settingOff)]
        let index = context.showsVitals() ? 0 : 1
        return SettingsState.Row(
            heading: wording(.developerTitle), title: wording(.settingVitals), options: options, chosen: index,
            value: options[index], isChosen: false, detail: "")
    }

    // MARK: Choosing

    private func toggleVitals() {
        context.showVitals(!context.showsVitals())
        refresh()
    }

    /// What holds; of themes the first that there is.
    private func value(of setting: Setting) -> SettingValue? {
        guard case .name = setting.kind else { return settings.current.value(setting.name) }
        let known = context.themes()
        return (settings.themes.first(where: known.contains) ?? known.first).map(SettingValue.choice)
    }

    /// What is offered: of numbers some, with the one that holds and the one that the file says among them.
    private func options(of setting: Setting) -> [SettingValue] {
        switch setting.kind {
        case .flag: [.flag(true), .flag(false)]
        case .choice(let words): words.map(SettingValue.choice)
        case .name: context.themes().map(SettingValue.choice)
        case .number:
            Set(setting.steps + [settings.current, settings.file].map { $0.number(setting.name) }).sorted()
                .map(SettingValue.number)
        case .words: []
        }
    }

    private func choose(_ value: SettingValue, of setting: Setting) {
        if let fault = context.fault(value, setting) { return services.messages.problem(fault) }
        settings.choose(value, of: setting.name)
        refresh()
    }

    private func ask() {
        guard let setting = current else { return }
        let initial =
            switch settings.current.value(setting.name) {
            case .number(let number): String(number)
            case .words(let words) where words.isEmpty: ""
            case .words(let words) where !words.contains { $0.contains(" ") }: words.joined(separator: " ")
            case let value: value?.toml ?? ""
            }
        state.prompt = SettingsState.Prompt(question: words.title(of: setting), initial: initial)
    }

    private func expectation(of setting: Setting) -> String {
        guard case .number(let bounds) = setting.kind else { return services.wording(.settingTakesWords) }
        return services.wording(
            .settingTakesNumber, .words(Localizer.grouped(bounds.lowerBound)),
            .words(Localizer.grouped(bounds.upperBound)))
    }
}
