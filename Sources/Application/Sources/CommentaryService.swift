import EngineConcepts
package import FiberConfiguration
import Storage

/// Adds and removes lists of notes on authors.
package struct CommentaryService {
    let notes: AuthorNoteService
    let labels: LabelService
    let lease: WriterLease
    /// Receives the progress of labelling.
    let reporter: any Reporter

    /// Adds a list, or changes the one with this name, and returns its record after the request. Throws a ``CommandFailure`` if
    /// it cannot be read. Like a source whose first request fails, a list without any content is then not added.
    ///
    /// - Parameter replacesOther: True if the list may replace one at another address that has its name.
    package func add(_ list: CommentaryList, replacesOther: Bool) async throws -> CommentaryRecord {
        let former = try await labels.library().commentary.first { $0.name == list.name }
        if !replacesOther, let former, former.address != list.address {
            throw CommandFailure(
                .usage, Message("commentaryNameTaken", ["name": .text(list.name), "address": .text(former.address)]))
        }
        _ = try await labels.update { $0.put(list) }
        // Another process that is the lease holder requests the lists itself.
        try await lease.holding {
            await notes.refreshLists(onlyDue: true)
            try await labels.indexer.notesChanged()
            try await labels.finish(reportingTo: reporter)
        }
        guard let record = await notes.listRecords.first(where: { $0.list.name == list.name })?.record else {
            // The library has the maximum number of lists.
            throw CommandFailure(Message("commentaryTooMany", ["limit": .number(CommentaryList.maximumCount)]))
        }
        guard let failure = record.failureMessage(of: list) else { return record }
        guard record.changed == nil, former?.address != list.address else { throw CommandFailure(failure) }
        try await restore(former, insteadOf: list)
        // A second sentence is about later requests, and there are none for a list that was not added.
        var unread = record
        unread.failure = record.failure?.first ?? record.failure
        throw CommandFailure(unread.failureMessage(of: list) ?? failure, advice: Message("commentaryNotAdded"))
    }

    /// Undoes the addition of a list. `former` is the list that had its name before, or `nil`.
    private func restore(_ former: CommentaryList?, insteadOf list: CommentaryList) async throws {
        _ = try await labels.update { library in
            if let former { library.put(former) } else { library.removeCommentary(list.name) }
        }
        try await labels.finish(reportingTo: reporter)
        try await notes.forget(list)
    }

    /// Removes the lists with these names, all of them or none. Throws a ``CommandFailure`` if there is no list of a name.
    package func remove(_ names: [String]) async throws {
        let lists = try await labels.library().commentary
        for name in names where !lists.contains(where: { $0.name == name }) {
            throw CommandFailure(Message("commentaryNotFound", ["name": .text(name)]))
        }
        _ = try await labels.update { library in
            for name in names { library.removeCommentary(name) }
        }
        try await labels.finish(reportingTo: reporter)
    }
}
