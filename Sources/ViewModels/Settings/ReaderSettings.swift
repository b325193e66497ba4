public import FiberConfiguration

/// The settings that count now: what was chosen on the screen over what the file says over the standards. One per sitting.
///
/// Whoever lives by a setting asks for it here each time, or observes.
public final class ReaderSettings {
    /// What the file says.
    public private(set) var file: ConfigurationFile
    /// What counts.
    public private(set) var current: ConfigurationFile

    private var choices = SettingChoices()
    private var isRestored = false
    private let preferences: Preferences
    private let report: (any Error) -> Void
    private let observers = Observers<Set<String>>()

    /// Makes the settings of a file; choices are kept in `preferences`. `report` is told when they cannot be.
    public init(_ file: ConfigurationFile, preferences: Preferences, report: @escaping (any Error) -> Void) {
        self.file = file
        current = file
        self.preferences = preferences
        self.report = report
    }

    /// Tells the full names of settings whose values have changed, once they count, as long as `owner` lives.
    public func observe(for owner: AnyObject, _ tell: @escaping (Set<String>) -> Void) {
        observers.add(for: owner, tell)
    }

    /// Takes what was chosen in earlier sittings. Asked again it does nothing.
    public func restore() async throws {
        guard !isRestored else { return }
        let text = try await preferences.value(.settings)
        // Asked twice at once, the first answer counts.
        guard !isRestored else { return }
        isRestored = true
        if let text {
            choices = try SettingChoices(text: text)
            choices.follow(file)
        }
        update()
    }

    /// Chooses a value, for this sitting and those after it, until the file says something else.
    public func choose(_ value: SettingValue, of name: String) {
        guard current.value(name) != value else { return }
        if file.value(name) == value {
            choices.takeBack(name)
        } else {
            choices.choose(value, of: name, over: file)
        }
        changed()
    }

    /// Goes back to what the file says.
    public func takeBack(_ name: String) {
        choices.takeBack(name)
        changed()
    }

    /// Whether a value was chosen on the screen.
    public func isChosen(_ name: String) -> Bool {
        choices.values[name] != nil
    }

    /// Takes what the file says now. What it has changed counts; what it has not leaves choices alone.
    public func take(_ file: ConfigurationFile) {
        self.file = file
        choices.follow(file)
        changed()
    }

    private func changed() {
        do {
            preferences.set(.settings, to: try choices.text())
        } catch {
            report(error)
        }
        update()
    }

    private func update() {
        let before = current
        current = file.with(choices.values)
        let names = Setting.all.map(\.name).filter { current.value($0) != before.value($0) }
        guard !names.isEmpty else { return }
        observers.notify(Set(names))
    }
}

/// The settings that the screens live by. To set one is to choose it on the screen.
extension ReaderSettings {
    /// The themes' names that count, the first of which there is: what was chosen, then what the file says.
    public var themes: [String] { [current, file].map { $0.choice("appearance.theme") } }

    /// Chooses a theme by its name.
    public func choose(theme: String) {
        choose(.choice(theme), of: "appearance.theme")
    }

    /// How much of each ticket the timeline shows.
    public var density: Density {
        get { Density(rawValue: current.choice("appearance.density")) ?? .regular }
        set { choose(.choice(newValue.rawValue), of: "appearance.density") }
    }

    /// How times are printed.
    public var timeStyle: TimeStyle {
        get { TimeStyle(rawValue: current.choice("appearance.times")) ?? .relative }
        set { choose(.choice(newValue.rawValue), of: "appearance.times") }
    }

    /// Whether tickets that tell one story are one row.
    public var folds: Bool {
        get { current.flag("timeline.fold-duplicates") }
        set { choose(.flag(newValue), of: "timeline.fold-duplicates") }
    }

    /// Where pictures are drawn.
    public var pictureUse: PictureUse {
        get { PictureUse(rawValue: current.choice("images.show")) ?? .never }
        set { choose(.choice(newValue.rawValue), of: "images.show") }
    }

    /// Whether opening a ticket marks it as read.
    public var marksReadOnOpen: Bool {
        get { current.flag("timeline.mark-read-on-open") }
        set { choose(.flag(newValue), of: "timeline.mark-read-on-open") }
    }

    /// Whether to ask for what is new when Fiber starts.
    public var refreshesAtStart: Bool {
        get { current.flag("timeline.refresh-at-start") }
        set { choose(.flag(newValue), of: "timeline.refresh-at-start") }
    }

    /// After how many minutes to ask for what is new, again and again; 0 for never.
    public var refreshMinutes: Int {
        get { current.number("timeline.refresh-minutes") }
        set { choose(.number(newValue), of: "timeline.refresh-minutes") }
    }

    /// Whether the terminal's bell rings when a rule has something to tell.
    public var ringsBell: Bool {
        get { current.flag("notifications.bell") }
        set { choose(.flag(newValue), of: "notifications.bell") }
    }

    /// Whether moving past a ticket marks it as read.
    public var marksReadOnPassing: Bool {
        get { current.flag("timeline.mark-read-on-passing") }
        set { choose(.flag(newValue), of: "timeline.mark-read-on-passing") }
    }
}
