/// Why a picture is not shown.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    public enum Code: String, Hashable, Sendable {
        /// It is of no kind that is read.
        case unknownFormat
        /// It is broken or cut off.
        case broken
        /// It is larger than the limits allow.
        case tooLarge
        /// The system has no memory left.
        case noMemory
        /// It could not be fetched.
        case unreachable
        /// It could not be kept on disk. Never the fate of a picture, only of its copy.
        case unwritable
        /// Nobody wants it any more.
        case cancelled
    }

    /// What kind of reason it is.
    public let code: Code
    /// What happened, in a sentence.
    public let message: String
    /// What a layer below said.
    public let cause: String?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// In words.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
