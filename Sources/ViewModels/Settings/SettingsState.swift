/// The state of the settings screen.
public nonisolated struct SettingsState: Equatable, Sendable {
    /// A setting.
    public struct Row: Equatable, Sendable {
        /// The heading above it, or `nil` if the previous setting has the same.
        public var heading: String?
        /// Its name.
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

    /// The settings.
    public var rows: [Row] = []
    /// The index of the setting under the cursor.
    public var cursor = 0
    /// The open prompt, or `nil` if there is none.
    public var prompt: TextPrompt?
}
