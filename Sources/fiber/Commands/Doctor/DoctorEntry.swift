import Application
import EngineConcepts
import Localization

/// A thing that `fiber doctor` has checked.
struct DoctorEntry {
    let name: Message
    /// The place of the thing, if it has one, and its state.
    let columns: [Message]
    var details: [Message]
    /// The exit status of the command unless another thing has a greater one.
    var status: ExitStatus

    init(_ name: Message, _ columns: Message..., details: [Message] = [], status: ExitStatus = .done) {
        self.init(name, columns: columns, details: details, status: status)
    }

    init(_ name: Message, columns: [Message], details: [Message] = [], status: ExitStatus = .done) {
        self.name = name
        self.columns = columns
        self.details = details
        self.status = status
    }

    /// Creates the entry of a thing that cannot be used, with the words of lower layers.
    init(_ name: Message, failure: any Error, status: ExitStatus) {
        self.init(name, Message(failure), details: failure.causeDetails, status: status)
    }

    /// Prints a line with the details below it, or an object.
    func print(as form: OutputForm) throws { try form.print(json, or: text) }

    /// The columns before the state of a thing.
    private static let width = 15

    private var text: String {
        let name = Console.text(name)
        let space = String(repeating: " ", count: max(2, Self.width - name.count))
        let indent = String(repeating: " ", count: Self.width)
        let first = name + space + columns.map(Self.text).joined(separator: "  ")
        return ([first] + details.map { indent + Self.text($0) }).joined(separator: "\n")
    }

    /// Returns a message in the language of the output. Paths and words of lower layers stay as they are.
    private static func text(_ message: Message) -> String {
        message.key == "verbatim" ? message.description : Console.text(message)
    }

    private var json: JSONObject {
        [
            "type": "check", "code": name.code, "name": Localizer.english(name), "isWell": status == .done,
            "text": columns.map { Localizer.english($0) }.joined(separator: " "),
            "details": details.map { Localizer.english($0) },
        ]
    }
}

extension Error {
    /// The words of a lower layer as a detail, or nothing without any.
    var causeDetails: [Message] { (self as? any PresentableError)?.cause.map { [Message.verbatim($0)] } ?? [] }
}
