import EngineConcepts

/// The reason why a program could not be started, or a file not be saved.
struct ProgramError: PresentableError, CustomStringConvertible {
    let message: Message
    var cause: String?

    var description: String { cause.map { "\(message): \($0)" } ?? "\(message)" }
}
