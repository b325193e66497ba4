public import FiberConfiguration

/// The effective settings: choices made on the screen take precedence over the file, the file over the defaults. One
/// instance per run.
///
/// Code that depends on a setting reads it here each time, or observes it.
public final class EffectiveSettings {
    /// The settings of the file.
    public private(set) var file: Settings
    /// The effective settings.
    public private(set) var current: Settings

    /// The settings with which the run began, which hold to its end where a change needs a restart.
    private var initial: Settings
    /// True to show open tickets in the full width of the screen, in this run.
    var readsFullWidth = false
    /// True if the bar shows performance figures, a choice that is not in the file.
    public private(set) var showsPerformance = false

    private var choices = SettingChoices()
    private var isRestored = false
    private let preferences: Preferences
    private let report: (any Error) -> Void
    /// The full names of settings that change; none if the performance figures are shown or hidden.
    public let changes = Observers<Set<String>>()

    /// Creates the settings of a file. Choices are stored in `preferences`; `report` is called with errors.
    public init(_ file: Settings, preferences: Preferences, report: @escaping (any Error) -> Void) {
        self.file = file
        current = file
        initial = file
        self.preferences = preferences
        self.report = report
    }

    /// Applies the choices of earlier runs. Further calls do nothing.
    public func restore() async throws {
        guard !isRestored else { return }
        let text = try await preferences.value(.settings)
        let showsPerformance = try await preferences.flag(.performance)
        // Another call may have restored them while this one was reading.
        guard !isRestored else { return }
        isRestored = true
        self.showsPerformance = showsPerformance
        if let text {
            choices = try SettingChoices(text: text)
            choices.follow(file)
        }
        update()
        initial = current
    }

    /// Chooses a value for this and later runs, until the file changes the setting.
    public func choose(_ value: SettingValue, of name: String) {
        guard current.value(name) != value else { return }
        if file.value(name) == value { choices.takeBack(name) } else { choices.choose(value, of: name, over: file) }
        changed()
    }

    /// Removes the choice, so that the file's value applies.
    public func reset(_ name: String) {
        choices.takeBack(name)
        changed()
    }

    /// Shows or hides the performance figures, in this and later runs.
    public func togglePerformance() {
        showsPerformance.toggle()
        preferences.set(.performance, to: showsPerformance)
        changes.notify([])
    }

    /// Returns true if a value was chosen on the screen.
    public func isChosen(_ name: String) -> Bool { choices.values[name] != nil }

    /// Returns true if the value of a setting takes effect at the next start.
    public func awaitsRestart(_ setting: Setting) -> Bool {
        setting.needsRestart && current.value(setting.name) != initial.value(setting.name)
    }

    /// Applies the settings of a changed file. Those that changed replace choices; others keep them.
    public func apply(_ file: Settings) {
        self.file = file
        choices.follow(file)
        // Before ``restore()``, the choices of earlier runs are not known here, and must not be replaced by none.
        if isRestored { changed() } else { update() }
    }

    private func changed() {
        do { preferences.set(.settings, to: try choices.text()) } catch { report(error) }
        update()
    }

    private func update() {
        let before = current
        current = file.with(choices.values)
        let names = Setting.all.map(\.name).filter { current.value($0) != before.value($0) }
        guard !names.isEmpty else { return }
        changes.notify(Set(names))
    }
}

/// The settings that the screens use.
extension EffectiveSettings {
    /// The names of themes by precedence: the choice, then the file's value. The first that exists is used.
    public var themes: [String] { [current, file].map { $0.choice("appearance.theme") } }

    /// Chooses a theme by name.
    public func choose(theme: String) { choose(.choice(theme), of: "appearance.theme") }

    /// The amount of text per ticket in the timeline. Setting it is the same as choosing it on the screen.
    public var density: Density {
        get { Density(rawValue: current.choice("appearance.density")) ?? .regular }
        set { choose(.choice(newValue.rawValue), of: "appearance.density") }
    }

    /// The format of times. Setting it is the same as choosing it on the screen.
    public var timeStyle: TimeStyle {
        get { TimeStyle(rawValue: current.choice("appearance.times")) ?? .relative }
        set { choose(.choice(newValue.rawValue), of: "appearance.times") }
    }

    /// The order of views for which the user chose none.
    public var order: ReadingOrder { ReadingOrder(rawValue: current.choice("timeline.order")) ?? .newestFirst }

    /// True if the timeline shows a heading above the first row of each day.
    var showsDays: Bool { current.flag("timeline.day-headings") }

    /// The maximum width of running text in columns, or 0 for the width of the screen.
    public var readingWidth: Int { current.number("appearance.reading-width") }

    /// True if tickets of one story are folded into one row.
    public var foldsStories: Bool { current.flag("timeline.fold-duplicates") }

    /// The screens that show pictures.
    public var pictureUse: PictureUse { PictureUse(rawValue: current.choice("images.show")) ?? .never }

    /// True if opening a ticket marks it as read.
    var marksReadOnOpen: Bool { current.flag("timeline.mark-read-on-open") }

    /// True to refresh when the program starts.
    public var refreshesAtStart: Bool { current.flag("timeline.refresh-at-start") }

    /// The interval of automatic refreshes in minutes, or 0 for never.
    public var refreshMinutes: Int { current.number("timeline.refresh-minutes") }

    /// True if moving past a ticket marks it as read.
    var marksReadOnPassing: Bool { current.flag("timeline.mark-read-on-passing") }
}
