/// An error that is shown to the user.
public protocol PresentableError: Error {
    /// The text to show: what happened, to what, and what to do next. Contains no secrets.
    var message: Message { get }
    /// The words of a library or system below, for the log and `fiber doctor`, or `nil` if there are none.
    var cause: String? { get }
}

extension PresentableError {
    public var cause: String? { nil }
}

extension PresentableError where Self: CustomStringConvertible {
    /// The message and the cause, for the log.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message.description }
}
