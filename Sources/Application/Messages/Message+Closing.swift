import EngineConcepts
import Storage

extension Message {
    /// Creates the message about an error at the end of a command, or `nil` if the command failed with the same one.
    ///
    /// On a full disk, a command that did not fail has saved what it did: the changes are in the write-ahead log, and only
    /// moving them into the store's file failed.
    init?(onClosing error: any Error, after failure: Message?) {
        if failure == nil, let error = error as? StorageError, error.code == .full {
            self.init("warning", ["text": .message(Message("storeLogKept", ["path": .text(error.path)]))])
        } else {
            self.init(error)
            if self == failure { return nil }
        }
    }
}
