public import EngineConcepts
public import Foundation

/// Foundation's errors of operations on files. Their own words are for developers.
extension CocoaError: PresentableError {
    public var message: Message {
        .sentences(Message("fileNotUsable", ["path": .text(filePath ?? "?")]), Message("checkPermissions"))
    }

    public var cause: String? { localizedDescription }
}
