import Application
import ArgumentParser
import EngineConcepts

/// The members of JSON objects to print, in no order.
struct FieldSelection: ExpressibleByArgument {
    let names: Set<String>

    init?(argument: String) {
        names = Set(argument.split { $0 == "," || $0 == " " }.map(String.init))
        guard !names.isEmpty else { return nil }
    }

    /// Returns the object with these members only, or `nil` if it has none of them.
    func selected(of object: JSONObject) -> JSONObject? {
        object.only(names)
    }

    /// The first name that no object has, or `nil`.
    var unknown: String? { names.subtracting(JSONObject.memberNames).min() }
}

extension FieldSelection? {
    /// Returns true if one of these members is to be printed.
    func wants(_ names: String...) -> Bool {
        self.map { !$0.names.isDisjoint(with: names) } ?? true
    }
}

/// The option that selects members of the printed objects.
struct FieldOptions: ParsableArguments {
    @Option(
        name: .customLong("fields"),
        help:
            "Print JSON Lines with these members only, such as id,title,url. An object that has none of them is left out."
    )
    var selection: FieldSelection?

    func validate() throws {
        guard let unknown = selection?.unknown else { return }
        throw ValidationError(
            Message(
                "memberUnknown",
                ["name": .text(unknown), "known": .list(JSONObject.memberNames.sorted().map { .text($0) })]))
    }

    /// Returns the form of rows: JSON if `json` or if members were selected.
    func output(json: Bool) -> RowOutput {
        json || selection != nil ? .json(selection) : .text
    }
}

/// The form in which rows are printed.
enum RowOutput {
    /// Lines for people.
    case text
    /// JSON Lines, with some members or, if `nil`, all of them.
    case json(FieldSelection?)

    /// Prints the object if this is JSON. Returns false for lines of text.
    func print(_ object: @autoclosure () -> JSONObject) throws -> Bool {
        guard case .json(let selection) = self else { return false }
        let object = object()
        if let selectedObject = selection.map({ $0.selected(of: object) }) ?? object {
            try Console.print(selectedObject)
        }
        return true
    }
}
