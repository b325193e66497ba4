public import Localization

/// A command that can be typed.
public nonisolated struct CommandEntry: Equatable, Sendable, Identifiable {
    /// Its name.
    public var name: String
    /// What it takes, as `URL`; nil where it takes nothing.
    public var argument: String?
    /// What it does.
    public var help: String
    /// What it can take, where that is known; empty where it may be anything.
    public var choices: [String]
    /// Where it can be run, in words, where that is not here; nil where it can be run here.
    public var place: String?

    /// Its name.
    public var id: String { name }

    /// Describes a command.
    public init(
        name: String, argument: String? = nil, help: String, choices: [String] = [], place: String? = nil
    ) {
        self.place = place
        self.name = name
        self.argument = argument
        self.help = help
        self.choices = choices
    }
}

/// What the line may become.
public nonisolated struct CommandMatch: Equatable, Sendable {
    /// The command, or what it takes.
    public var name: String
    /// What is to follow, as `URL`; nil for nothing.
    public var argument: String?
    /// What the command does; empty for what it takes.
    public var help: String
    /// Which characters of ``name`` were typed.
    public var matched: Set<Int>
    /// What the line is with it.
    var line: String
}

/// Everything that the command line shows.
public nonisolated struct CommandLineState: Equatable, Sendable {
    /// What stands before the text.
    public var prompt: String
    /// What was typed.
    public var text: String
    /// What the text may become, best first: commands that hold what was typed, all of them in the table's order where
    /// nothing was; behind a command's name what it takes, or the command itself where that may be anything.
    public var matches: [CommandMatch]
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

    /// What can be run here.
    private let commands: [CommandEntry]
    /// What can be run elsewhere only.
    private let others: [CommandEntry]
    private let wording: Localizer

    /// Makes an empty line over these commands; of those that can be run elsewhere only, it says where.
    public init(commands: [CommandEntry], wording: Localizer) {
        self.commands = commands.filter { $0.place == nil }
        others = commands.filter { $0.place != nil }
        self.wording = wording
        state = CommandLineState(prompt: wording(.commandPrompt), text: "", matches: [])
        state.matches = matches(of: "")
    }

    /// Takes the text as it stands.
    public func type(_ text: String) {
        var next = state
        next.text = text
        next.chosen = nil
        next.complaint = nil
        next.matches = matches(of: text)
        state = next
    }

    private func matches(of text: String) -> [CommandMatch] {
        guard let space = text.firstIndex(of: " ") else {
            return Self.found(text, in: commands, by: \.name)
                .map { command, match in
                    CommandMatch(
                        name: command.name, argument: command.argument, help: command.help, matched: match.characters,
                        line: command.argument == nil ? command.name : command.name + " ")
                }
        }
        let name = String(text[..<space])
        guard let command = command(named: name) else { return [] }
        let argument = text[space...].drop { $0 == " " }
        let found = Self.found(argument, in: command.choices) { $0 }
            .map { choice, match in
                CommandMatch(name: choice, help: "", matched: match.characters, line: "\(name) \(choice)")
            }
        guard found.isEmpty else { return found }
        return [
            CommandMatch(
                name: command.name, argument: command.argument, help: command.help, matched: [], line: text)
        ]
    }

    /// The items whose names hold what was typed, best first; all of them in their own order where nothing was.
    private static func found<Item>(
        _ text: some StringProtocol, in items: [Item], by name: (Item) -> String
    ) -> [(item: Item, match: FuzzySearch.Match)] {
        guard text.isEmpty else { return FuzzySearch(String(text)).sorted(items, by: name) }
        return items.map { ($0, FuzzySearch.Match(score: 0, characters: [])) }
    }

    /// Puts the next match into the line, or with -1 the one before, and answers the line.
    public func complete(by count: Int) -> String {
        guard !state.matches.isEmpty else { return state.text }
        let start = state.chosen ?? (count > 0 ? -1 : 0)
        return choose(((start + count) % state.matches.count + state.matches.count) % state.matches.count)
    }

    /// Puts the match `index` into the line, and answers the line. Behind the only command that there can be, what it takes
    /// is listed next.
    public func choose(_ index: Int) -> String {
        guard state.matches.indices.contains(index) else { return state.text }
        let line = state.matches[index].line
        if state.matches.count == 1, line.hasSuffix(" "), line != state.text {
            type(line)
        } else {
            state.chosen = index
            state.text = line
        }
        return line
    }

    /// The command and the argument that the line names; nil where it names none, which is then said. A beginning that
    /// only one command has is enough.
    public func submit() -> (command: String, argument: String)? {
        let parts = state.text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return nil }
        guard let command = command(named: name) else {
            state.complaint =
                others.first { $0.name == name }?.place.map { wording(.commandElsewhere, .words(name), .words($0)) }
                ?? wording(.commandUnknown, .words(name))
            return nil
        }
        return (command.name, parts.count > 1 ? parts[1].trimmingSpaces : "")
    }

    private func command(named name: String) -> CommandEntry? {
        let begins = commands.filter { $0.name.hasPrefix(name) }
        return commands.first { $0.name == name } ?? (begins.count == 1 ? begins[0] : nil)
    }
}
