import ArgumentParser
import EngineConcepts
import Localization

/// The form in which results are printed.
enum OutputForm {
    /// Lines for people.
    case text
    /// JSON Lines, with some members or, if `nil`, all of them.
    case json(FieldSelection?)

    var isText: Bool { if case .text = self { true } else { false } }

    /// The language of the texts: that of the output for people, English for programs.
    var localizer: Localizer { isText ? Console.localizer : .english }

    /// Prints the object if this is JSON, or else the line.
    func print(_ object: @autoclosure () -> JSONObject, or line: @autoclosure () -> String) throws {
        guard case .json(let selection) = self else { return try Console.print(line()) }
        let object = object()
        if let selectedObject = selection.map({ object.only($0.names) }) ?? object { try Console.print(selectedObject) }
    }

    /// Tells people on standard error why nothing is printed. Programs see that there is nothing.
    func inform(_ reason: Message) { if isText { Console.inform(reason) } }
}

/// The option of commands that print for people or for programs.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line.")
    var json = false

    var form: OutputForm { json ? .json(nil) : .text }
}
