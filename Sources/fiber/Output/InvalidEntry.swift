import Application
import EngineConcepts
import FiberConfiguration
import Localization

/// A topic or rule that is off because its entry in the file is wrong.
struct InvalidEntry {
    /// The kind of entry.
    let type: String
    let warning: LibraryWarning

    /// Prints the entries of a kind that are off, and returns their number.
    static func print(_ warnings: [LibraryWarning], of type: String, as form: OutputForm) throws -> Int {
        for warning in warnings {
            let entry = InvalidEntry(type: type, warning: warning)
            try form.print(entry.json, or: entry.text)
        }
        return warnings.count
    }

    /// The entry and the reason why it is wrong, in words.
    private var text: String {
        let failure = Console.text(warning.failure ?? warning.message)
        let place =
            warning.position
            .map { Message("atPosition", ["line": .number($0.line), "column": .number($0.column)]) }
            .map { " " + Console.text($0) } ?? ""
        return "\(warning.name ?? "[[\(type)]]")  \(Console.text(Message("entryOff"))): \(failure)\(place)"
    }

    private var json: JSONObject {
        let failure = warning.failure ?? warning.message
        return [
            "type": type, "name": warning.name, "enabled": false, "wrong": Localizer.english(failure),
            "code": failure.code, "line": warning.position?.line, "column": warning.position?.column,
        ]
    }
}
