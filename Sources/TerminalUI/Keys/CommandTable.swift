public import TerminalKit

/// All commands. Dispatch, the hints in the bars, the help, the command line and the documentation are made from this
/// table.
public nonisolated struct CommandTable: Sendable {
    /// The groups in the order of the key table.
    let groups: [CommandGroup]
    /// The rows of each command by its whole name, in the table's order.
    private let rows: [String: [Place]]
    /// The commands by their former names.
    private let renamed: [String: String]

    private struct Place {
        let context: KeyContext
        let row: CommandRow<AnyObject>
        /// The digit of a numbered command, or 0 for other commands.
        let digit: Int
    }

    /// The user's own commands in it.
    public let own: OwnCommands

    /// Returns the table with the user's own commands.
    public func with(_ own: OwnCommands) -> CommandTable {
        CommandTable(groups + [own.group], own: own)
    }

    init(_ groups: [CommandGroup], own: OwnCommands = OwnCommands()) {
        self.groups = groups
        self.own = own
        var rows: [String: [Place]] = [:]
        var renamed: [String: String] = [:]
        for group in groups {
            for row in group.rows {
                for alias in row.aliases { renamed[alias] = row.command.rawValue }
                for (name, digit) in row.names {
                    rows[name, default: []].append(Place(context: group.context, row: row, digit: digit))
                }
            }
        }
        self.rows = rows
        self.renamed = renamed
    }

    /// The names of all commands, sorted.
    var names: [String] { rows.keys.sorted() }

    func has(_ command: String) -> Bool { rows[command] != nil }

    /// The present name of a command that may be given by a former one.
    func currentName(of command: String) -> String {
        has(command) ? command : renamed[command] ?? command
    }

    /// The former names of a command.
    func aliases(of command: String) -> [String] {
        rows[command]?.flatMap(\.row.aliases) ?? []
    }

    /// True for commands on the timeline as a whole.
    func leadsToTimeline(_ command: String) -> Bool {
        rows[command]?.contains { $0.row.leadsToTimeline } ?? false
    }

    /// The argument of a command, or `nil` if it takes none.
    func argument(of command: String) -> CommandArgument? {
        rows[command]?.lazy.compactMap(\.row.argument).first
    }

    /// The row that a numbered command belongs to, or `nil` for other commands.
    func numberedRow(of command: String) -> CommandRow<AnyObject>? {
        rows[command]?.first { $0.digit > 0 }?.row
    }

    /// Performs a command by its row in the first of `contexts` whose row one of `targets` can perform, or without one as
    /// on screens that have no row of it.
    @MainActor
    func perform(_ command: Command, in contexts: [KeyContext], on targets: [AnyObject], _ call: CommandCall) {
        let places = rows[command.rawValue] ?? []
        for context in contexts {
            for place in places where place.context == context {
                var call = call
                call.digit = place.digit
                for target in targets where place.row.action(target, call) { return }
            }
        }
        places.lazy.compactMap(\.row.elsewhere).first?(call.host)
    }

    /// The description of a user's own command, or `nil` for the commands of Fiber.
    func description(of command: String) -> OwnDescription? {
        rows[command]?.lazy.compactMap(\.row.description).first
    }

    // MARK: Keys

    /// The default key table.
    ///
    /// - Throws: An error if a key in the table is misspelt. A test ensures that none is.
    public func keymap() throws(KeyNotationError) -> Keymap {
        Keymap(try bindings())
    }

    func bindings() throws(KeyNotationError) -> [Binding] {
        var bindings: [Binding] = []
        for group in groups {
            for row in group.rows {
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

nonisolated extension CommandRow {
    /// The whole names of the row's commands, with the digits of numbered ones and 0 for others.
    fileprivate var names: [(name: String, digit: Int)] {
        isNumbered ? (1...9).map { ("\(command.rawValue)-\($0)", $0) } : [(command.rawValue, 0)]
    }
}
