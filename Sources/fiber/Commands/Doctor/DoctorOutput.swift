import EngineConcepts

/// The lines of `fiber doctor`: the things that are checked, each with its details below it.
enum DoctorOutput {
    /// The columns before the state of a thing.
    private static let width = 15

    /// Prints a checked thing with its state.
    static func entry(_ name: Message, _ parts: String...) throws {
        let name = Console.text(name)
        let space = String(repeating: " ", count: max(2, width - name.count))
        try Console.print(name + space + parts.joined(separator: "  "))
    }

    /// Prints why a thing cannot be used, with the words of lower layers.
    static func entry(_ name: Message, _ error: any Error) throws {
        try entry(name, Console.text(Message(error)))
        if let cause = (error as? any PresentableError)?.cause { try detail(.verbatim(cause)) }
    }

    /// Prints a detail of the thing above.
    static func detail(_ detail: Message, cause: String? = nil) throws {
        let indent = String(repeating: " ", count: width)
        try Console.print(indent + Console.text(detail))
        if let cause { try Console.print(indent + cause) }
    }
}
