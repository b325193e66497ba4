/// A command that can be typed.
public nonisolated struct CommandEntry: Equatable, Sendable, Identifiable {
    /// Its name.
    public var name: String
    /// What it takes, as `URL`; nil where it takes nothing.
    public var argument: String?
    /// What it does.
    public var help: String

    /// Its name.
    public var id: String { name }

    /// Describes a command.
    public init(name: String, argument: String? = nil, help: String) {
        self.name = name
        self.argument = argument
        self.help = help
    }
}

/// Everything that the command line shows.
public nonisolated struct CommandLineState: Equatable, Sendable {
    /// What stands before the text.
    public var prompt: String
    /// What was typed.
    public var text: String
    /// The commands that hold what was typed, best first; all of them, in the table's order, where nothing was typed.
    public var matches: [CommandEntry]
    /// Which characters of each of ``matches``' names were typed.
    public var matched: [Set<Int>]
    /// Which match Tab has put into the line; nil where none.
    public var chosen: Int?
    /// Why the line cannot be run, once it was tried.
    public var complaint: String?
}

/// The command line: every command of the key table by its name, and some that take an argument.
public final class CommandLineViewModel {
    /// What the screen shows.
    public private(set) var state: CommandLineState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private let commands: [CommandEntry]
    private let wording: Wording

    /// Makes an empty line over these commands.
    public init(commands: [CommandEntry], wording: Wording) {
        self.commands = commands
        self.wording = wording
        state = CommandLineState(
            prompt: wording(.commandPrompt), text: "", matches: commands, matched: commands.map { _ in [] })
    }

    /// Takes the text as it stands.
    public func type(_ text: String) {
        let name =
            text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
        var next = state
        next.text = text
        next.chosen = nil
        next.complaint = nil
        let found =
            text.contains(" ")
            ? commands.filter { $0.name == name }.map { (item: $0, match: nil) }
            : FuzzySearch(name).sorted(commands, by: \.name).map { (item: $0.item, match: Optional($0.match)) }
        next.matches = name.isEmpty ? commands : found.map(\.item)
        next.matched = name.isEmpty ? commands.map { _ in [] } : found.map { $0.match?.characters ?? [] }
        state = next
    }

    /// Puts the next match into the line, or with -1 the one before, and answers the line.
    public func complete(by count: Int) -> String {
        guard !state.matches.isEmpty else { return state.text }
        let start = state.chosen ?? (count > 0 ? -1 : 0)
        return choose(((start + count) % state.matches.count + state.matches.count) % state.matches.count)
    }

    /// Puts the match `index` into the line, and answers the line.
    public func choose(_ index: Int) -> String {
        guard state.matches.indices.contains(index) else { return state.text }
        state.chosen = index
        let match = state.matches[index]
        state.text = match.argument == nil ? match.name : match.name + " "
        return state.text
    }

    /// The command and the argument that the line names; nil where it names none, which is then said. A beginning that
    /// only one command has is enough.
    public func submit() -> (command: String, argument: String)? {
        let parts = state.text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return nil }
        let begins = commands.filter { $0.name.hasPrefix(name) }
        let match = commands.first { $0.name == name } ?? (begins.count == 1 ? begins[0] : nil)
        guard let match else {
            state.complaint = wording(.commandUnknown, .words(name))
            return nil
        }
        return (match.name, parts.count > 1 ? parts[1] : "")
    }
}
