/// Something that can be set, with what it can be set to.
public struct SettingChoice {
    /// Its name on the screen.
    public let title: String
    /// What it can be.
    public let options: [String]
    /// What it is.
    public let current: () -> String
    /// Sets it; it holds at once.
    public let apply: (String) -> Void

    /// Describes a setting.
    public init(title: String, options: [String], current: @escaping () -> String, apply: @escaping (String) -> Void) {
        self.title = title
        self.options = options
        self.current = current
        self.apply = apply
    }
}

/// Everything that the settings show.
public nonisolated struct SettingsState: Equatable, Sendable {
    /// A setting.
    public struct Row: Equatable, Sendable {
        /// Its name.
        public var title: String
        /// What it can be.
        public var options: [String]
        /// Which option holds.
        public var chosen: Int
    }

    /// The screen's name.
    public var title: String
    /// The settings.
    public var rows: [Row]
    /// Which one the cursor is on.
    public var cursor: Int
}

/// The settings. Every change holds at once.
public final class SettingsViewModel {
    /// What the screen shows.
    public private(set) var state: SettingsState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private let choices: [SettingChoice]

    /// Makes the settings of these choices.
    public init(choices: [SettingChoice], services: ReaderServices) {
        self.choices = choices
        state = SettingsState(title: services.wording(.settingsTitle), rows: [], cursor: 0)
        refresh()
    }

    /// Moves the cursor.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, choices.count - 1))
    }

    /// Takes the next option of the setting under the cursor, or with -1 the one before; round and round.
    public func change(by count: Int) {
        guard choices.indices.contains(state.cursor) else { return }
        let row = state.rows[state.cursor]
        guard !row.options.isEmpty else { return }
        let next = ((row.chosen + count) % row.options.count + row.options.count) % row.options.count
        choices[state.cursor].apply(row.options[next])
        refresh()
    }

    /// Shows what counts now.
    public func refresh() {
        state.rows = choices.map { choice in
            SettingsState.Row(
                title: choice.title, options: choice.options,
                chosen: choice.options.firstIndex(of: choice.current()) ?? 0)
        }
    }
}
