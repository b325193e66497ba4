/// Everything that the settings show.
public nonisolated struct SettingsState: Equatable, Sendable {
    /// A setting.
    public struct Row: Equatable, Sendable {
        /// What stands above it, where a new kind of settings begins with it.
        public var heading: String?
        /// Its name.
        public var title: String
        /// What it can be, as far as that is offered; empty where it can only be typed.
        public var options: [String]
        /// Which option holds.
        public var chosen: Int
        /// What holds, in words.
        public var value: String
        /// Whether that was chosen here, and not said by the reader's file.
        public var isChosen: Bool
        /// Where what holds comes from, and when another choice counts.
        public var detail: String
    }

    /// Something to be typed.
    public struct Prompt: Equatable, Sendable {
        /// What is asked for.
        public var question: String
        /// What stands there to begin with.
        public var initial: String
    }

    /// The screen's name.
    public var title: String
    /// The settings.
    public var rows: [Row]
    /// Which one the cursor is on.
    public var cursor: Int
    /// What is being typed for, if anything is.
    public var prompt: Prompt?
}
