internal import GRDB

/// What went wrong in the store: a stable code, the file, plain words, and what to do about it.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The file is no SQLite database.
        case notADatabase
        /// The file is the database of another program.
        case foreign
        /// The file was written by a newer Fiber.
        case tooNew
        /// The file is damaged.
        case corrupt
        /// The file or its directory may not be written.
        case readOnly
        /// The disk is full.
        case full
        /// Another program keeps the file locked.
        case busy
        /// The file or its directory cannot be opened or made.
        case cannotOpen
        /// Something stands already where a copy was to be written.
        case exists
        /// Anything else that SQLite reports.
        case failed
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// Which file.
    public let path: String
    /// What lower layers said about it.
    public let cause: String?

    /// Makes an error about the file at `path`.
    public init(_ code: Code, path: String, cause: String? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    /// What happened, in plain words that name the file.
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

    /// What to do about it.
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
    /// Translates what SQLite reports. The words of SQLite are kept as the cause; statements and their arguments, which
    /// hold what people read, are not.
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

    /// Runs `body` and translates its errors; a cancellation passes as it is.
    static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        } catch let error as DamagedContent {
            throw StorageError(.corrupt, path: path, cause: error.what)
        }
    }
}

/// Something in the store cannot be read back as what was written.
struct DamagedContent: Error {
    /// What cannot be read, named so that it can be found.
    let what: String
}
