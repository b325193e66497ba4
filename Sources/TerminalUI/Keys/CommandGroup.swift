/// The commands of one context, in the order of the help.
nonisolated struct CommandGroup: Sendable {
    let context: KeyContext
    let rows: [CommandRow<AnyObject>]

    init<Target>(_ context: KeyContext, _ rows: [CommandRow<Target>]) {
        self.init(context, rows.map(\.erased))
    }

    init(_ context: KeyContext, _ rows: [CommandRow<AnyObject>]) {
        self.context = context
        self.rows = rows
    }
}
