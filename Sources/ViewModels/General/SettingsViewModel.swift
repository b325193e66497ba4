import EngineConcepts
public import FiberConfiguration
import Localization

/// The state of the settings screen.
public nonisolated struct SettingsState: ListState, Equatable, Sendable {
    /// The row of a setting.
    public struct Row: Equatable, Sendable {
        /// The full name of the setting, or `nil` for the performance figures.
        public var name: String?
        /// The heading above it, or `nil` if the previous setting has the same.
        public var heading: String?
        public var title: String
        /// The available options, or empty if it can only be typed.
        public var options: [String]
        /// The index of the effective option.
        public var selected: Int
        /// The effective value, in words.
        public var value: String
        /// True if the value was chosen here and not in the user's file.
        public var isChosen: Bool
        /// The origin of the value, and when a change takes effect.
        public var detail: String
    }

    /// The words to filter by; empty for all settings.
    public var search = ""
    /// The settings that the filter shows.
    public var rows: [Row] = []
    public var cursor = 0
    /// The open prompt, or `nil` if there is none.
    public var prompt: TextPrompt?
}

/// The front end as the settings screen sees it: what the screen offers that no view-model knows.
public struct SettingsFrontEnd {
    /// The names of the available themes.
    public let themes: () -> [String]
    /// The check of a value: the reason why it is invalid, or `nil` if it is valid.
    public let failure: (SettingValue, Setting) -> String?

    /// Creates the front end's part.
    public init(themes: @escaping () -> [String], failure: @escaping (SettingValue, Setting) -> String?) {
        self.themes = themes
        self.failure = failure
    }
}

/// The settings screen with all settings of `config.toml`. A change applies at once, or at the next start if that is
/// not possible.
public final class SettingsViewModel: ViewModel {
    /// An action in the settings.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        case move(Int)
        /// Select an option of the setting under the cursor, this far after the present one, cyclically. A setting without
        /// options is edited.
        case change(Int)
        /// Edit the setting under the cursor, or select the next option.
        case edit
        case submit(String)
        /// Show only settings whose heading, title, name or explanation contain every word of a text.
        case search(String)
        case cancelPrompt
        /// Return the setting under the cursor to the file's value or to the default.
        case reset
    }

    public private(set) var state = SettingsState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>()

    private let frontEnd: SettingsFrontEnd
    private let session: Session
    private let texts: SettingTexts
    private var settings: EffectiveSettings { session.settings }

    /// The setting under the cursor, or `nil` on the performance figures and without rows.
    private var current: Setting? { state.rows.element(at: state.cursor)?.name.flatMap(Setting.named) }

    public init(frontEnd: SettingsFrontEnd, session: Session) {
        self.frontEnd = frontEnd
        self.session = session
        texts = SettingTexts(localizer: session.localizer)
        refresh()
    }

    /// Shows the values that change from now on, wherever that happens.
    public func start() { settings.changes.observe(for: self) { [weak self] _ in self?.refresh() } }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows.count)
        case .change(let count): change(by: count)
        case .edit:
            switch current?.kind {
            case .number, .text, .words: ask()
            case .flag, .choice, .name, nil: change(by: 1)
            }
        case .submit(let text): submit(text)
        case .search(let text): search(text)
        case .cancelPrompt: state.prompt = nil
        case .reset: reset()
        }
    }

    private func change(by count: Int) {
        guard let setting = current else { return togglePerformance() }
        let options = options(of: setting)
        guard !options.isEmpty else { return ask() }
        let index = value(of: setting).flatMap(options.firstIndex) ?? 0
        choose(options[index.cycled(by: count, within: options.count)], of: setting)
    }

    private func submit(_ text: String) {
        let prompt = state.prompt
        state.prompt = nil
        guard prompt != nil, let setting = current else { return }
        let typed = text.trimmingSpaces
        guard let value = setting.value(typed: typed) else {
            return session.messages.failure(.settingNotTaken, .text(typed), .text(expectation(of: setting)))
        }
        choose(value, of: setting)
    }

    private func reset() {
        guard let row = state.rows.element(at: state.cursor) else { return }
        guard let setting = current, settings.isChosen(setting.name) else {
            return session.messages.show(.settingNotChosen, .text(row.title))
        }
        settings.reset(setting.name)
        refresh()
    }

    /// Filters the settings. The cursor goes to the first one; once the filter is lifted, it stays on its setting.
    private func search(_ text: String) {
        let former = state.rows.element(at: state.cursor)
        state.search = text
        refresh()
        let index = former.flatMap { former in state.rows.firstIndex { $0.name == former.name } }
        state.cursor = text.isEmpty ? index ?? 0 : 0
    }

    private func refresh() {
        let filter = WordFilter(state.search)
        let found = (Setting.all.map { row(for: $0) } + [performanceRow])
            .filter { row in
                let words = [row.heading, row.title, row.name, row.name.flatMap(Setting.named)?.explanation]
                return filter.keeps(words.compactMap(\.self).joined(separator: " "))
            }
        var heading: String?
        state.rows = found.map { found in
            var row = found
            if row.heading == heading { row.heading = nil } else { heading = row.heading }
            return row
        }
        state.cursor.limit(to: state.rows.count)
    }

    // MARK: Rows

    private func row(for setting: Setting) -> SettingsState.Row {
        let value = value(of: setting)
        let options = options(of: setting)
        return SettingsState.Row(
            name: setting.name, heading: texts.heading(of: setting.table), title: texts.title(of: setting),
            options: options.map { texts.text(of: $0, of: setting) }, selected: value.flatMap(options.firstIndex) ?? 0,
            value: value.map { texts.text(of: $0, of: setting) } ?? "", isChosen: settings.isChosen(setting.name),
            detail: detail(of: setting))
    }

    private func detail(of setting: Setting) -> String {
        let localizer = session.localizer
        let said = settings.file.statedValue(of: setting.name)
        let origin =
            switch (settings.isChosen(setting.name), said) {
            case (true, let said?): localizer(.settingIsChosen, .text(texts.text(of: said, of: setting)))
            case (true, nil):
                localizer(.settingIsChosenOverDefault, .text(texts.text(of: setting.standard, of: setting)))
            case (false, .some): localizer(.settingIsOfFile)
            case (false, nil): localizer(.settingIsDefault)
            }
        return settings.awaitsRestart(setting) ? "\(origin). \(localizer(.settingIsLater))" : origin
    }

    private var performanceRow: SettingsState.Row {
        let localizer = session.localizer
        let options = [localizer(.settingOn), localizer(.settingOff)]
        let index = settings.showsPerformance ? 0 : 1
        return SettingsState.Row(
            heading: localizer(.developerTitle), title: localizer(.settingPerformance), options: options,
            selected: index, value: options[index], isChosen: false, detail: "")
    }

    // MARK: Choices

    private func togglePerformance() {
        guard !state.rows.isEmpty else { return }
        settings.togglePerformance()
        refresh()
    }

    /// Returns the effective value; of several themes the first that exists.
    private func value(of setting: Setting) -> SettingValue? {
        guard case .name = setting.kind else { return settings.current.value(setting.name) }
        let known = frontEnd.themes()
        return (settings.themes.first(where: known.contains) ?? known.first).map(SettingValue.choice)
    }

    /// Returns the offered values. For numbers a few common ones, the effective one and the file's.
    private func options(of setting: Setting) -> [SettingValue] {
        switch setting.kind {
        case .flag: [.flag(true), .flag(false)]
        case .choice(let choices): choices.map(SettingValue.choice)
        case .name: frontEnd.themes().map(SettingValue.choice)
        case .number:
            Set(setting.steps + [settings.current, settings.file].map { $0.number(setting.name) }).sorted()
                .map(SettingValue.number)
        case .text, .words: []
        }
    }

    private func choose(_ value: SettingValue, of setting: Setting) {
        if let failure = frontEnd.failure(value, setting) { return session.messages.failure(failure) }
        settings.choose(value, of: setting.name)
        refresh()
    }

    private func ask() {
        guard let setting = current else { return }
        let initial =
            switch settings.current.value(setting.name) {
            case .number(let number): String(number)
            case .choice(let text): text
            case .words(let words) where words.isEmpty: ""
            case .words(let words) where !words.contains { $0.contains(" ") }: words.joined(separator: " ")
            case let value: value?.toml ?? ""
            }
        state.prompt = TextPrompt(question: texts.title(of: setting), initial: initial, kind: .settingValue)
    }

    private func expectation(of setting: Setting) -> String {
        guard case .number(let bounds) = setting.kind else { return session.localizer(.settingTakesWords) }
        return session.localizer(
            .settingTakesNumber, .text(session.localizer.grouped(bounds.lowerBound)),
            .text(session.localizer.grouped(bounds.upperBound)))
    }
}
