public import EngineConcepts
import Foundation
import LibC

/// An error of a configuration file: a code, the place, the failure and the remedy.
public struct ConfigurationError: PresentableError, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file cannot be written.
        case unwritable
        /// Another process holds the file's lock for too long.
        case locked
        /// The file is missing or has nothing in it, although its former content is in use.
        case blank
        /// The file is not TOML.
        case syntax
        /// A value is not of its key's type.
        case value
        /// A name is unknown; its content is ignored.
        case unknownName
        /// A change would touch other lines of the user.
        case unsafeEdit
        /// Something else in the file needs the item to be removed. The file is valid.
        case needed
    }

    public let code: Code
    /// The path of the file.
    public let file: String
    public let position: TOMLPosition?
    public let failure: Message
    public let advice: Message
    /// The message of a lower layer, or `nil` if there is none.
    public let cause: String?

    public init(
        _ code: Code, file: String, at position: TOMLPosition? = nil, _ failure: Message, advice: Message,
        cause: String? = nil
    ) {
        self.code = code
        self.file = file
        self.position = position
        self.failure = failure
        self.advice = advice
        self.cause = cause
    }

    /// Makes an error about a name that is not among `known`, with the nearest name or all of them.
    public static func unknown(
        _ name: String, among known: [String], file: String, at position: TOMLPosition?, _ failure: Message
    ) -> ConfigurationError {
        ConfigurationError(
            .unknownName, file: file, at: position, failure,
            advice: NearestName.hint(name, among: known, then: .fixOrRemoveLine))
    }

    /// Makes an error about a file that cannot be read.
    static func unreadable(_ file: String, because cause: any Error) -> ConfigurationError {
        ConfigurationError(
            .unreadable, file: file, Message("configurationUnreadable"), advice: Message("checkPermissions"),
            cause: cause.localizedDescription)
    }

    /// Makes an error about a link that leads nowhere, in the place of a file or its directory, or returns `nil` if there is
    /// none.
    static func brokenLink(_ file: String) -> ConfigurationError? {
        guard let link = danglingLink(at: file) else { return nil }
        do {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
            return ConfigurationError(
                .unreadable, file: link, Message("linkDangles", ["target": .text(target)]),
                advice: Message("restoreLinkTarget"))
        } catch {
            // It was removed meanwhile.
            return nil
        }
    }

    /// Makes an error about a directory, a pipe or a device in the place of a file, or returns `nil` if there is none.
    static func otherThanFile(_ file: String) -> ConfigurationError? {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return ConfigurationError(.unreadable, file: file, Message("pipeInPlace"), advice: Message("movePipe"))
        }
        return ConfigurationError(
            .unreadable, file: file, Message("directoryInPlace"), advice: Message("moveDirectory"))
    }

    /// Makes an error about a file that cannot be written.
    static func unwritable(_ file: String, because cause: any Error) -> ConfigurationError {
        ConfigurationError(
            .unwritable, file: file, Message("configurationUnwritable"), advice: Message("checkDirectory"),
            cause: cause.localizedDescription)
    }

    /// Makes an error about a file that is missing or has nothing in it, although its former content is in use.
    public static func blank(_ file: String) -> ConfigurationError {
        ConfigurationError(.blank, file: file, Message("fileIsBlank"), advice: Message("putFileBack"))
    }

    /// Makes an error about a file whose lines cannot be changed without touching others.
    static func unsafeEdit(of file: String) -> ConfigurationError {
        ConfigurationError(.unsafeEdit, file: file, Message("editUnsafe"), advice: Message("editByHand"))
    }

    /// The failure and the advice, after the file and the position unless the file is valid.
    public var message: Message {
        let message = Message.sentences(failure, advice)
        return code == .needed ? message : position.locate(message, in: file)
    }

    /// The failure and its place for a screen, without the directories of the file.
    public var brief: Message { position.locate(failure, in: fileName) }

    /// The name of the file without its directories.
    public var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }
}

/// A position in a TOML file; both numbers count from 1.
public struct TOMLPosition: Hashable, Sendable {
    public let line: Int
    /// The column, in characters.
    public let column: Int
}

extension TOMLPosition? {
    /// Returns a message after the file and the position, if that is known.
    func locate(_ message: Message, in file: String) -> Message {
        map { position in
            Message(
                "inFileAt",
                [
                    "file": .text(file), "line": .number(position.line), "column": .number(position.column),
                    "message": .message(message),
                ])
        } ?? Message("inFile", ["file": .text(file), "message": .message(message)])
    }
}

extension Message {
    /// The usual advice for a wrong line.
    static var fixOrRemoveLine: Message { Message("fixOrRemoveLine") }
    /// The advice about a line without which the file cannot be used.
    static var fixLineAndRetry: Message { Message("fixLineAndRetry") }
}
