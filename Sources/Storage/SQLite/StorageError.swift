public import EngineConcepts
import FoundationBasics
import GRDB
import LibC

/// An error of the store: a stable code, the file, and the words of the layer below.
public struct StorageError: StoreError, Hashable, Sendable, CustomStringConvertible {
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
        /// The file is missing or has nothing in it, although there was a store.
        case emptied
        /// The file was removed, moved or replaced while it was open.
        case moved
        /// The file or its directory is a link that leads nowhere.
        case danglingLink
        /// A directory is in the place of the file.
        case directory
        /// A pipe or a device is in the place of the file, or a link to one.
        case notAFile
        /// The file may not be read.
        case unreadable
        /// The file or its directory may not be written.
        case readOnly
        /// The disk is full.
        case full
        /// Another program has locked the file.
        case busy
        /// The file cannot be opened or created.
        case cannotOpen
        /// The directory of the file cannot be made in the directory at the path.
        case noDirectory
        /// The target of a copy exists already.
        case exists
        /// Any other error of SQLite.
        case failed
    }

    public let code: Code
    public let path: String
    /// The words of SQLite or the system, or `nil` if there are none.
    public let cause: String?

    public init(_ code: Code, path: String, cause: String? = nil) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    /// The failure of the file, and the remedy.
    public var message: Message {
        let values: [String: Message.Argument] = ["path": .text(path)]
        return switch code {
        case .notADatabase: Message("storeIsNoDatabase", values)
        case .foreign: Message("storeIsForeign", values)
        case .tooNew: Message("storeIsNewer", values)
        case .corrupt: Message("storeDamaged", values)
        case .emptied: Message("storeEmptied", values)
        case .moved: Message("storeMoved", values)
        case .danglingLink: Message("storeLinkDangles", values)
        case .directory: Message("storeIsDirectory", values)
        case .notAFile: Message("storeIsNoFile", values)
        case .unreadable: Message("storeUnreadable", values)
        case .readOnly: Message("storeReadOnly", values)
        case .full: Message("storeDiskFull", values)
        case .busy: Message("storeLocked", values)
        case .cannotOpen: Message("storeNotOpened", values)
        case .noDirectory: Message("storeDirectoryNotMade", values)
        case .exists: Message("storeCopyExists", values)
        case .failed: Message("storeFailed", values)
        }
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

    /// Translates an error of Foundation in writing the file at `path`.
    init(writing path: String, _ error: any Error) {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        self.init(isFull ? .full : .failed, path: path, cause: error.systemReason)
    }

    /// Runs `body` and translates its errors; lets a cancellation pass.
    static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw translated(error, path: path) }
    }

    /// Runs `body` and translates its errors; lets a cancellation pass.
    static func translating<T>(path: String, _ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch { throw translated(error, path: path) }
    }

    private static func translated(_ error: any Error, path: String) -> any Error {
        switch error {
        case let error as DatabaseError: StorageError(error, path: path)
        case let error as DamagedContent: StorageError(.corrupt, path: path, cause: error.detail)
        case is SupersededSchema: StorageError(.tooNew, path: path)
        // The list of migrations, which the database library reads. Tables of Fiber are read otherwise.
        case is RowDecodingError:
            StorageError(.corrupt, path: path, cause: "the list of migrations cannot be read")
        default: error
        }
    }
}

extension Error {
    /// The system's words for a failed operation on a file, such as "Permission denied", or the type of another error. The
    /// words of Foundation's errors are not for users.
    var systemReason: String {
        let cause = (self as? CocoaError)?.underlying ?? self
        return (cause as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(type(of: cause))"
    }
}
