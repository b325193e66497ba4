import FiberConfiguration
import Storage

/// The exit status of the program. A greater one matters more.
package enum ExitStatus: Int32, Comparable {
    /// Everything was done.
    case done = 0
    /// Something failed, at least in part.
    case failed = 1
    /// The command line is wrong.
    case usage = 2
    /// The configuration cannot be used.
    case configuration = 3
    /// The store cannot be used.
    case store = 4

    /// Creates the status of a command that ends with `error`.
    package init(of error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure.status
        case let error as ConfigurationError: self = error.code == .needed ? .failed : .configuration
        case is StorageError: self = .store
        default: self = .failed
        }
    }

    package static func < (lhs: ExitStatus, rhs: ExitStatus) -> Bool { lhs.rawValue < rhs.rawValue }
}
