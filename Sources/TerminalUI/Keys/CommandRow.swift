import Coordinators

/// The properties of a command in one context that do not depend on what performs it.
nonisolated struct CommandDescription: Sendable {
    let command: Command
    /// The keys in the key table's notation. Without keys, the command can only be typed.
    let keys: [String]
    /// True if the line of hints lists the first key.
    var isHinted = false
    /// True for commands on the timeline as a whole rather than on a ticket or gap. Typed on another screen, they return
    /// to the timeline first.
    var leadsToTimeline = false
    /// True for the nine commands `NAME-1` to `NAME-9` with the keys 1 to 9, which are one row.
    var isNumbered = false
    /// The argument that may be typed after the name, or `nil` if there is none.
    var argument: CommandArgument?
    /// Former names that keys and the command line still accept.
    var aliases: [String] = []
    /// Short names that only the command line accepts. The user's own command of such a name comes before.
    var shortNames: [String] = []
    /// Performs the command on screens without a row of it, or `nil` if it has no effect there.
    var elsewhere: (@MainActor (any CommandHost) -> Void)?
    /// The help of a user's own command, which no catalogue has, or `nil` for the commands of Fiber.
    var userHelp: UserCommandHelp?
}

/// A command in one context: its name, default keys, argument and action. Keymap, hints, help, the guide to keys and the
/// command line are made from these rows.
///
/// The texts are in the catalogues: `command.NAME.help` and `command.NAME.hint`, or `command.NAME.CONTEXT.help` and
/// `.hint` for one context alone. `Target` is what performs the command: a controller, or what several have in common.
nonisolated struct CommandRow<Target>: Sendable {
    var description: CommandDescription
    /// Performs the command. Returns false if the target cannot.
    let action: @MainActor (Target, CommandCall) -> Bool

    private init(_ description: CommandDescription, tries action: @escaping @MainActor (Target, CommandCall) -> Bool) {
        self.description = description
        self.action = action
    }

    /// Creates the row of a command.
    ///
    /// - Parameters:
    ///   - hint: True to list the first key in the line of hints.
    ///   - elsewhere: Performs the command on screens without a row of it.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, elsewhere: (@MainActor (any CommandHost) -> Void)? = nil,
        action: @escaping @MainActor (Target, CommandCall) -> Void
    ) {
        let description = CommandDescription(
            command: command, keys: keys, isHinted: hint, leadsToTimeline: leadsToTimeline, argument: argument,
            elsewhere: elsewhere)
        self.init(
            description,
            tries: { target, call in
                action(target, call)
                return true
            })
    }

    /// Creates the row of a command that any screen can perform.
    init(
        _ command: Command, _ keys: [String] = [], argument: CommandArgument? = nil,
        anywhere action: @escaping @MainActor (any CommandHost) -> Void
    ) {
        self.init(command, keys, argument: argument, elsewhere: action) { _, call in action(call.host) }
    }

    /// Creates the row of a command that opens a screen.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, opens screen: ScreenName
    ) {
        self.init(command, keys, hint: hint, leadsToTimeline: leadsToTimeline, argument: argument) { _, call in
            call.host.flow?.open(screen)
        }
    }

    /// Creates the row of nine commands that differ in the digit of the call.
    init(numbered command: Command, action: @escaping @MainActor (Target, CommandCall) -> Void) {
        self.init(command, (1...9).map(String.init), action: action)
        description.isNumbered = true
    }

    /// Creates a row that only gives keys in its context to a command that another row performs.
    init(bindingOnly command: Command, _ keys: [String], hint: Bool = false) {
        self.init(CommandDescription(command: command, keys: keys, isHinted: hint), tries: { _, _ in false })
    }

    /// Returns the row with a former name of its command.
    func formerly(_ name: String) -> CommandRow {
        var row = self
        row.description.aliases.append(name)
        return row
    }

    /// Returns the row with short names of its command for the command line.
    func typed(as names: String...) -> CommandRow {
        var row = self
        row.description.shortNames += names
        return row
    }

    /// The row for targets of any type. Those of another type than this row's cannot perform it.
    var erased: CommandRow<AnyObject> {
        CommandRow<AnyObject>(
            description,
            tries: { [action] target, call in
                guard let target = target as? Target else { return false }
                return action(target, call)
            })
    }
}

/// A controller whose view-model performs its commands.
protocol ActionSending: AnyObject {
    associatedtype Action: Sendable
    func send(_ action: Action)
}

nonisolated extension CommandRow where Target: ActionSending {
    /// Creates the row of a command that is an action of the view-model.
    init(
        _ command: Command, _ keys: [String] = [], hint: Bool = false, leadsToTimeline: Bool = false,
        argument: CommandArgument? = nil, elsewhere: (@MainActor (any CommandHost) -> Void)? = nil,
        sends action: Target.Action
    ) {
        self.init(
            command, keys, hint: hint, leadsToTimeline: leadsToTimeline, argument: argument, elsewhere: elsewhere
        ) { target, _ in target.send(action) }
    }
}
