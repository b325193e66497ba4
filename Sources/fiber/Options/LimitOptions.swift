import ArgumentParser

/// The command-line option for the most items that a command prints.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "Print at most this many items, 100 without this option. Standard error says how many more there are.",
            valueName: "number"))
    var chosen: Int?

    /// The most items to print.
    var limit: Int { chosen ?? 100 }

    func validate() throws { try ArgumentValue.checkLimit(limit) }

    /// Returns true if the user is told that a list ends at the limit: in text always, in JSON only if the user chose no limit,
    /// so that scripts miss no items unnoticed.
    func tellsEnd(after listed: Int, in form: OutputForm) -> Bool {
        listed == limit && (form.isText || chosen == nil)
    }
}
