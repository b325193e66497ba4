/// A failure of an engine itself, not of a supplier.
public struct EngineFailure: Hashable, Sendable {
    /// The kind of a failure, for programs.
    public enum Code: Hashable, Sendable {
        /// The store cannot be read or written.
        case store
        /// Any other failure, or an obstacle.
        case other
    }

    public let code: Code
    public let message: Message

    /// Creates the failure of work that threw `error`.
    public init(_ error: any Error) {
        code = error is any StoreError ? .store : .other
        message = Message(error)
    }

    /// Creates a failure of another kind than an error of the store.
    public init(_ message: Message) {
        code = .other
        self.message = message
    }
}
