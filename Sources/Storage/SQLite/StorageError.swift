internal import GRDB

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An error of the store: a stable code, the file, a message and advice.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The file is not an SQLite database.
        case notADatabase
        /// The file is a database of another program.
        case foreign
        /// The file was written by a newer Fiber.
        case tooNew
        /// The file is damaged.
        case corrupt
        /// The file or its directory may not be written.
        case readOnly
        /// The disk is full.
        case full
        /// Another program has locked the file.
        case busy
        /// The file or its directory cannot be opened or created.
        case cannotOpen
        /// The target of a copy exists already.
        case exists
        /// Any other error of SQLite.
        case failed
    }

    public let code: Code
    public let path: String
    /// The reason that a lower layer gave.
    public let cause: String?

    public init(_ code: Code, path: String, cause: String? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    /// The error in plain words, with the path.
    public var message: String {
        switch code {
        case .notADatabase: "\(path) is not a database. It was left as it is."
        case .foreign: "\(path) is the database of another program. It was left as it is."
        case .tooNew: "\(path) was written by a newer version of Fiber. It was left as it is."
        case .corrupt: "The store \(path) is damaged."
        case .readOnly: "The store \(path) cannot be written to."
        case .full: "There is no room left on the disk for the store \(path)."
        case .busy: "Another program keeps the store \(path) locked."
        case .cannotOpen: "The store \(path) cannot be opened."
        case .exists: "\(path) exists already. It was left as it is."
        case .failed: "The store \(path) reports a failure."
        }
    }

    /// The remedy.
    public var advice: String {
        switch code {
        case .notADatabase, .foreign: "Move that file away, or choose another directory with --data."
        case .tooNew: "Update Fiber, or choose another directory with --data."
        case .corrupt: "Run `fiber doctor`, which can save what is readable and keeps the damaged file."
        case .readOnly: "Check the permissions of the file and its directory."
        case .full: "Free some room and try again: nothing that was stored is lost."
        case .busy: "End the other program, or try again in a moment."
        case .cannotOpen: "Check that its directory exists and may be read and written."
        case .exists: "Choose another name, or move that file away."
        case .failed: "Try again; if it stays, run `fiber doctor`."
        }
    }

    /// The message, the cause and the advice.
    public var description: String {
        [cause.map { "\(message) (\($0))" } ?? message, advice].joined(separator: " ")
    }
}

extension StorageError {
    /// Translates an error of SQLite. Its message becomes the cause; SQL and arguments, which hold what people read, are
    /// left out.
    init(_ error: DatabaseError, path: String) {
        let code: Code =
            switch error.resultCode {
            case .SQLITE_NOTADB: .notADatabase
            case .SQLITE_CORRUPT: .corrupt
            case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
            case .SQLITE_FULL: .full
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_CANTOPEN: .cannotOpen
            default: .failed
            }
        self.init(code, path: path, cause: error.message)
    }

    /// Translates an `errno` of opening or creating the file at `path`.
    init(opening path: String, _ number: CInt) {
        let code: Code =
            switch number {
            case EROFS, EACCES, EPERM: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        self.init(code, path: path, cause: String(cString: strerror(number)))
    }

    /// Runs `body` and translates its errors; lets a cancellation pass.
    static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        } catch let error as DamagedContent {
            throw StorageError(.corrupt, path: path, cause: error.detail)
        }
    }
}

/// Stored data that cannot be decoded.
struct DamagedContent: Error {
    /// The damaged item, named so that it can be found.
    let detail: String

    init(_ detail: String) {
        self.detail = detail
    }
}
