/// The name of a command in configurations and on the command line. Only names that code refers to are constants; all
/// names are in the rows of the ``CommandTable``.
nonisolated struct Command: RawRepresentable, Hashable, Sendable {
    let rawValue: String
}

nonisolated extension Command: ExpressibleByStringLiteral {
    init(stringLiteral name: String) { self.init(rawValue: name) }
}

nonisolated extension Command {
    static let cancel: Command = "cancel"
    static let commandLine: Command = "command-line"
    static let copyAs: Command = "copy-as"
    static let disableRule: Command = "disable-rule"
    static let editRule: Command = "edit-rule"
    static let fillAll: Command = "fill-all"
    static let fillFromBelow: Command = "fill-from-below"
    static let fillUntil: Command = "fill-until"
    static let filter: Command = "filter"
    static let goTo: Command = "goto"
    static let help: Command = "help"
    static let login: Command = "login"
    static let nextInStory: Command = "next-in-story"
    static let nextItem: Command = "next-item"
    static let open: Command = "open"
    static let pictures: Command = "pictures"
    static let pipe: Command = "pipe"
    static let previousItem: Command = "previous-item"
    static let quit: Command = "quit"
    static let refresh: Command = "refresh"
    static let theme: Command = "theme"
    static let toggleFold: Command = "toggle-fold"
    static let toggleRead: Command = "toggle-read"
    static let toggleWarning: Command = "toggle-warning"
    static let unhide: Command = "unhide"
}
