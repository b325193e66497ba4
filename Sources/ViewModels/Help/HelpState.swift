/// An entry of the help: keys and their command.
public nonisolated struct HelpEntry: Equatable, Sendable {
    /// The keys as shown.
    public var keys: String
    /// The command's name.
    public var command: String
    /// The description in the help.
    public var help: String

    /// True for a command without a key, which is listed as it is typed.
    public var isTyped: Bool { keys == ":\(command)" }

    /// Creates an entry.
    public init(keys: String, command: String, help: String) {
        self.keys = keys
        self.command = command
        self.help = help
    }
}

/// A part of the help with a heading.
public nonisolated struct HelpSection: Equatable, Sendable {
    /// The screen where the keys apply.
    public var title: String
    /// The keys.
    public var entries: [HelpEntry]

    /// Creates a section.
    public init(title: String, entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }
}

/// The state of the help.
public nonisolated struct HelpState: Equatable, Sendable {
    /// The words to filter by; empty for all keys.
    public var search = ""
    /// The results.
    public var sections: [HelpSection]
    /// The visible part. Each section adds a heading and an empty line.
    public var scroll = PageScroll()
}
