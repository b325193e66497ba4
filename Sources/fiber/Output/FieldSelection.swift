import Application
import ArgumentParser
import EngineConcepts

/// The members of JSON objects to print, in no order.
struct FieldSelection: ExpressibleByArgument {
    let names: Set<String>

    static var defaultCompletionKind: CompletionKind {
        .list(JSONObject.ticketMembers.union(JSONObject.gapMembers).union(JSONObject.sourceMembers).sorted())
    }

    init?(argument: String) {
        names = Set(argument.split { $0 == "," || $0 == " " }.map(String.init))
        guard !names.isEmpty else { return nil }
    }
}

extension FieldSelection? {
    /// Returns true if one of these members is to be printed.
    func wants(_ names: String...) -> Bool { self.map { !$0.names.isDisjoint(with: names) } ?? true }
}

/// The option that selects members of the printed objects.
struct FieldOptions: ParsableArguments {
    @Option(
        name: .customLong("fields"),
        help:
            "Print JSON Lines with these members only, such as id,title,url. An object that has none of them is left out."
    )
    var selection: FieldSelection?

    /// Throws if the objects of a command cannot have a member of one of the names.
    func check(among members: Set<String>) throws {
        guard let unknown = selection?.names.subtracting(members).min() else { return }
        throw ValidationError(
            Message("memberUnknown", ["name": .text(unknown), "known": .list(members.sorted().map { .text($0) })]))
    }

    /// Returns the form of rows: JSON if it is asked for or if members were selected.
    func form(in output: OutputOptions) -> OutputForm { selection.map { OutputForm.json($0) } ?? output.form }
}
