import EngineConcepts
import Localization

/// The state of the command line.
public nonisolated struct CommandLineState: Equatable, Sendable {
    public var text = ""
    /// The completions, best first. Without text, all commands in the table's order. After the name of a command, its
    /// arguments, or the command itself if any text is possible.
    public var matches: [CommandMatch] = []
    /// The index of the match that Tab has put into the line, or `nil` for none.
    public var selected: Int?
    /// The reason why the line cannot be run, set after an attempt.
    public var failure: String?
}

/// A completion of the command line.
public nonisolated struct CommandMatch: Equatable, Sendable {
    /// The name of the command or of its argument.
    public var name: String
    /// The kind of argument to follow, such as `URL`, or `nil` for none.
    public var argument: String?
    /// The description of the command, or empty for an argument.
    public var help: String
    /// The indices of the characters in ``name`` that were typed.
    public var matched: Set<Int>
    /// The line after this completion.
    var line: String
}

/// A command that can be typed.
public nonisolated struct CommandEntry: Equatable, Sendable, Identifiable {
    public var name: String
    /// The kind of argument, such as `URL`, or `nil` if it takes none.
    public var argument: String?
    public var help: String
    /// The known arguments, or empty if any text is possible.
    public var choices: [String]
    /// True if the argument is the path of a file.
    public var takesPath: Bool
    /// The screen where it can be run, in words, or `nil` if it can be run here.
    public var screenName: String?
    /// Former names that are still accepted, and short ones.
    public var aliases: [String]

    public var id: String { name }

    /// Returns true for the command's name and its aliases.
    fileprivate func isNamed(_ name: String) -> Bool { self.name == name || aliases.contains(name) }

    /// Returns the completion by this command, which leads to `line`.
    fileprivate func match(_ matched: Set<Int>, line: String) -> CommandMatch {
        CommandMatch(name: name, argument: argument, help: help, matched: matched, line: line)
    }

    public init(
        name: String, argument: String? = nil, help: String, choices: [String] = [], takesPath: Bool = false,
        screenName: String? = nil, aliases: [String] = []
    ) {
        self.takesPath = takesPath
        self.aliases = aliases
        self.screenName = screenName
        self.name = name
        self.argument = argument
        self.help = help
        self.choices = choices
    }
}

/// The command line: all commands of the key table by name, some with an argument.
public final class CommandLineViewModel: ViewModel {
    /// An action in the command line.
    public nonisolated enum Action: Equatable, Sendable {
        /// Update the text.
        case type(String)
        /// Take a completion into the text, this far after the present one, cyclically.
        case complete(Int)
        /// Take the completion of an index into the text. After the only possible command or directory, its arguments or files
        /// are listed.
        case choose(Int)
        /// Run the command, or say why it cannot be run. The name may be shortened to a prefix that only one command has,
        /// or with an argument, only one command that takes one. Without an argument, the letters that the search finds in
        /// only one command are enough.
        case submit
        /// Say why the command could not be run. The text stays.
        case refuse(String)
    }

    /// An output of the command line.
    public nonisolated enum Output: Equatable, Sendable {
        case run(command: String, argument: String)
    }

    public private(set) var state = CommandLineState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()

    /// The commands that can be run here.
    private let commands: [CommandEntry]
    /// The commands of other screens.
    private let others: [CommandEntry]
    private let session: Session
    private let paths: PathReader

    /// Creates a line for these commands. Those of other screens are not completed, but a failure names their screen.
    ///
    /// - Parameter text: The initial text.
    public init(commands: [CommandEntry], text: String, session: Session) {
        self.commands = commands.filter { $0.screenName == nil }
        others = commands.filter { $0.screenName != nil }
        self.session = session
        paths = PathReader(session: session)
        state.text = text
        state.matches = matches(of: text)
    }

    public func start() { readPaths() }

    public func send(_ action: Action) {
        switch action {
        case .type(let text): type(text)
        case .complete(let count):
            guard !state.matches.isEmpty else { return }
            choose(state.selected.cycled(by: count, within: state.matches.count))
        case .choose(let index): choose(index)
        case .submit: submit()
        case .refuse(let reason): state.failure = reason
        }
    }

    private func type(_ text: String) {
        var next = state
        next.text = text
        next.selected = nil
        next.failure = nil
        // Paths replace the former ones once they are read.
        if typedPath(in: text) == nil { next.matches = matches(of: text) }
        state = next
        readPaths()
    }

    private func matches(of text: String) -> [CommandMatch] {
        let text = String(text.drop { $0 == " " })
        guard let (name, argument) = Self.split(text) else {
            return Self.found(text, in: commands, by: \.name)
                .map { command, match in
                    command.match(match.characters, line: command.argument == nil ? command.name : command.name + " ")
                }
        }
        let candidates = Self.named(name, in: commands, hasArgument: true)
        guard candidates.count == 1, let command = candidates.first else {
            return candidates.map { $0.match(Set(0..<name.count), line: "\($0.name) \(argument)") }
        }
        let found = choices(argument, of: command, called: name)
        return found.isEmpty ? [command.match([], line: text)] : found
    }

    private func choices(_ text: Substring, of command: CommandEntry, called name: String) -> [CommandMatch] {
        Self.found(text, in: command.choices) { $0 }
            .map { choice, match in
                CommandMatch(name: choice, help: "", matched: match.characters, line: "\(name) \(choice)")
            }
    }

    /// Returns the typed name of a command and the beginning of its argument, or `nil` before the argument.
    private static func split(_ text: String) -> (name: String, argument: Substring)? {
        let text = text.drop { $0 == " " }
        guard let space = text.firstIndex(of: " ") else { return nil }
        return (String(text[..<space]), text[space...].drop { $0 == " " })
    }

    /// Returns the typed name of a command and the path behind it, or `nil` if its argument is none.
    private func typedPath(in text: String) -> (name: String, path: Substring)? {
        guard let (name, argument) = Self.split(text) else { return nil }
        let candidates = Self.named(name, in: commands, hasArgument: true)
        guard candidates.count == 1, candidates[0].takesPath else { return nil }
        return (name, argument)
    }

    /// Reads the paths that complete the typed one, and shows them. Without one, ends the wait for those of a former text.
    private func readPaths() {
        let text = state.text
        guard let (name, path) = typedPath(in: text) else { return paths.cancel(for: self) }
        paths.read(String(path), for: self) { [self] found in
            state.matches = found.isEmpty ? matches(of: text) : found.map { Self.match($0, of: path, behind: name) }
        }
    }

    private static func match(_ match: PathMatch, of path: Substring, behind name: String) -> CommandMatch {
        let typed = min(max(0, path.count - match.directory.count), match.name.count)
        return CommandMatch(name: match.name, help: "", matched: Set(0..<typed), line: "\(name) \(match.path)")
    }

    /// Returns the items whose names match the text, best first, or all in their own order without text.
    private static func found<Item>(
        _ text: some StringProtocol, in items: [Item], by name: (Item) -> String
    ) -> [(item: Item, match: FuzzySearch.Match)] {
        guard text.isEmpty else { return FuzzySearch(String(text)).sorted(items, by: name) }
        return items.map { ($0, FuzzySearch.Match(score: 0, characters: [])) }
    }

    private func choose(_ index: Int) {
        guard state.matches.indices.contains(index) else { return }
        let line = state.matches[index].line
        // The arguments of a command and the files of a directory are listed at once.
        if state.matches.count == 1, line.hasSuffix(" ") || line.hasSuffix("/"), line != state.text {
            type(line)
        } else {
            state.selected = index
            state.text = line
            state.failure = nil
        }
    }

    private func submit() {
        let parts = state.text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return }
        var candidates = Self.named(name, in: commands, hasArgument: parts.count > 1)
        if candidates.isEmpty, parts.count == 1, !others.contains(where: { $0.isNamed(name) }) {
            candidates = Self.found(name, in: commands, by: \.name).map { $0.item }
        }
        guard candidates.count == 1, let command = candidates.first else {
            state.failure = failure(of: name, candidates)
            return
        }
        onOutput?(.run(command: command.name, argument: parts.count > 1 ? parts[1].trimmingSpaces : ""))
    }

    /// Returns the reason why a name does not mean one command that can be run here.
    private func failure(of name: String, _ candidates: [CommandEntry]) -> String {
        let localizer = session.localizer
        guard candidates.isEmpty else {
            return localizer(.commandAmbiguous, .text(name), .list(candidates.map { .text($0.name) }))
        }
        return others.first { $0.isNamed(name) }?.screenName
            .map { localizer(.commandElsewhere, .text(name), .text($0)) } ?? localizer(.commandUnknown, .text(name))
    }

    /// Returns the commands that a name can mean: the one that has it, or those whose names begin with it. With an argument,
    /// only those that take one, if there are any.
    private static func named(_ name: String, in commands: [CommandEntry], hasArgument: Bool) -> [CommandEntry] {
        let exact = commands.first { $0.name == name } ?? commands.first { $0.isNamed(name) }
        if let exact { return [exact] }
        let candidates = commands.filter { $0.name.hasPrefix(name) }
        let taking = hasArgument ? candidates.filter { $0.argument != nil } : []
        return taking.isEmpty ? candidates : taking
    }
}
