public import EngineConcepts

/// An error of loading a picture.
public struct PictureError: PresentableError, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: String, Hashable, Sendable {
        case unknownFormat
        /// The file is broken or truncated.
        case broken
        /// It is larger than the limits allow.
        case tooLarge
        /// The system is out of memory.
        case noMemory
        /// The file could not be fetched.
        case unreachable
        /// The copy could not be written to disk; the picture is fine.
        case unwritable
        /// No caller waits for it any more.
        case cancelled
    }

    public let code: Code
    public let message: Message
    /// The words of a lower layer, for the log.
    public let cause: String?

    public init(_ code: Code, _ message: Message, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
