import TerminalKit

/// All commands. Dispatch, the hints in the bars, the help, the command line and the documentation are made from this table.
public nonisolated struct CommandTable: Sendable {
    private struct Entry {
        let context: KeyContext
        let row: CommandRow<AnyObject>
        /// The digit of a numbered command, or 0 for other commands.
        let digit: Int
    }

    /// The groups in the order of the key table.
    let groups: [CommandGroup]
    /// The user's own commands in it.
    public let userCommands: UserCommands
    /// The rows of each command by its whole name, in the table's order.
    private let rows: [String: [Entry]]
    /// The commands by their former names.
    private let renamed: [String: String]

    init(_ groups: [CommandGroup], userCommands: UserCommands = UserCommands()) {
        self.groups = groups
        self.userCommands = userCommands
        var rows: [String: [Entry]] = [:]
        var renamed: [String: String] = [:]
        for group in groups {
            for row in group.rows {
                for alias in row.description.aliases { renamed[alias] = row.description.command.rawValue }
                for (name, digit) in row.description.names {
                    rows[name, default: []].append(Entry(context: group.context, row: row, digit: digit))
                }
            }
        }
        self.rows = rows
        self.renamed = renamed
    }

    /// The names of all commands, sorted.
    var names: [String] { rows.keys.sorted() }

    func has(_ command: String) -> Bool { rows[command] != nil }

    /// Returns the current name of a command that may be given by a former one.
    func currentName(of command: String) -> String { has(command) ? command : renamed[command] ?? command }

    /// Returns the other names of a command that can be typed: the former and the short ones.
    func aliases(of command: String) -> [String] {
        rows[command]?.flatMap { $0.row.description.aliases + $0.row.description.shortNames } ?? []
    }

    /// Returns true for commands on the timeline as a whole.
    func leadsToTimeline(_ command: String) -> Bool {
        rows[command]?.contains { $0.row.description.leadsToTimeline } ?? false
    }

    /// Returns true for commands that can be typed on screens without a row of them.
    func worksAnywhere(_ command: String) -> Bool {
        leadsToTimeline(command) || rows[command]?.contains { $0.row.description.elsewhere != nil } ?? false
    }

    /// Returns the argument of a command, or `nil` if it takes none.
    func argument(of command: String) -> CommandArgument? {
        rows[command]?.lazy.compactMap(\.row.description.argument).first
    }

    /// Returns the row that a numbered command belongs to, or `nil` for other commands.
    func numberedRow(of command: String) -> CommandDescription? {
        rows[command]?.first { $0.digit > 0 }?.row.description
    }

    /// Performs a command by its row in the first of `contexts` whose row one of `targets` can perform, or without one as
    /// on screens that have no row of it.
    @MainActor
    func perform(_ command: Command, in contexts: [KeyContext], on targets: [AnyObject], _ call: CommandCall) {
        let entries = rows[command.rawValue] ?? []
        for context in contexts {
            for entry in entries where entry.context == context {
                var call = call
                call.digit = entry.digit
                for target in targets where entry.row.action(target, call) { return }
            }
        }
        entries.lazy.compactMap(\.row.description.elsewhere).first?(call.host)
    }

    /// Returns the help of a user's own command, or `nil` for the commands of Fiber.
    func userHelp(of command: String) -> UserCommandHelp? {
        rows[command]?.lazy.compactMap(\.row.description.userHelp).first
    }

    // MARK: Keys

    /// Returns the rows of the default key table.
    ///
    /// - Throws: An error if a key in the table is misspelt. A test ensures that none is.
    func bindings() throws(KeyNotationError) -> [Binding] {
        var bindings: [Binding] = []
        for group in groups {
            for row in group.rows.map(\.description) {
                for (name, digit) in row.names {
                    bindings.append(
                        try Binding(
                            keys: digit > 0 ? [row.keys[digit - 1]] : row.keys, command: name,
                            context: group.context.rawValue, isHinted: row.isHinted))
                }
            }
        }
        return bindings
    }
}

nonisolated extension CommandDescription {
    /// The whole names of the row's commands, with the digits of numbered ones and 0 for others.
    fileprivate var names: [(name: String, digit: Int)] {
        isNumbered ? (1...9).map { ("\(command.rawValue)-\($0)", $0) } : [(command.rawValue, 0)]
    }
}

/// The commands of one context, in the order of the help.
nonisolated struct CommandGroup: Sendable {
    let context: KeyContext
    let rows: [CommandRow<AnyObject>]

    init<Target>(_ context: KeyContext, _ rows: [CommandRow<Target>]) {
        self.context = context
        self.rows = rows.map(\.erased)
    }
}
