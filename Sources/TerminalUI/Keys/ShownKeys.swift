/// The keys that rows and open tickets name, by command; those of other commands are empty.
struct ShownKeys: Equatable {
    var labels: [Command: String] = [:]

    subscript(command: Command) -> String { labels[command] ?? "" }
}

extension KeyTexts {
    private static let shownCommands: [Command] = [
        .open, .fillFromBelow, .fillAll, .cancel, .toggleWarning, .toggleFold, .nextInStory, .pictures, .refresh,
    ]

    /// Returns the keys that are named on a screen with a current ticket: the first of each command.
    func shownKeys(on screen: KeyContext) -> ShownKeys {
        let labels = Self.shownCommands.map { ($0, label(of: $0, in: screen.screenContexts) ?? "") }
        return ShownKeys(labels: Dictionary(uniqueKeysWithValues: labels))
    }
}
