package import Foundation

extension POSIXError {
    /// The error of the last call of the system that failed.
    package static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
