package import EngineConcepts
package import FiberConfiguration
import Foundation
import Storage
import Suppliers
package import ViewModels
import WebText

/// The notes on authors of one run: the user's own in `notes.toml`, and the lists of `library.toml` with their last
/// content. Also the people of `people.toml`, to whom authors belong. Requests for lists are coalesced, and follow the
/// schedule of feeds.
package actor AuthorNoteService: AuthorNoteManaging {
    struct Parts: Sendable {
        let notesFile: NotesFile
        let peopleFile: PeopleFile
        let cache: CommentaryCache
        let fetcher: CommentaryFetcher
        let time: any TimeSource
        /// The user's home directory, for paths of lists.
        let home: String?
        /// True if this process is the lease holder.
        let holdsLease: @Sendable () -> Bool
    }

    let parts: Parts
    private var library: Library?
    /// Reads the keys of authors in the sources of the library.
    package private(set) var keys = AuthorKeyReader(Library(), kinds: .known)
    private var notes = FileContent<OwnNote>()
    private var people = FileContent<PersonEntry>()
    private var records: [String: CommentaryRecord] = [:]
    private let states = Broadcast(AuthorNotesState())
    /// The running requests by address.
    private let requests = CoalescedWork()
    /// Yields when a list may be due.
    private let (due, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(_ directories: Directories, _ factory: SupplierFactory, _ lease: WriterLease) {
        parts = Parts(
            notesFile: NotesFile(path: directories.notesFile), peopleFile: PeopleFile(path: directories.peopleFile),
            cache: CommentaryCache(directory: directories.cache + "/commentary"),
            fetcher: CommentaryFetcher(factory.dependencies, maximumBytes: CommentaryDocument.maximumBytes),
            time: factory.time, home: ProcessInfo.processInfo.environment["HOME"], holdsLease: { lease.isHeld })
    }

    // MARK: Notes

    package func state() -> AuthorNotesState { states.latest ?? AuthorNotesState() }

    /// Follows the lists and sources of `library`, and returns the notes and people.
    func follow(_ library: Library) -> AuthorNotesState {
        let former = self.library
        self.library = library
        let hasOtherSources = former?.sources != library.sources
        if hasOtherSources { keys = AuthorKeyReader(library, kinds: .known) }
        if hasOtherSources || former?.commentary != library.commentary {
            reload()
            wake.yield()
        }
        return state()
    }

    /// Reads all files again.
    func reload() {
        notes.take(parts.notesFile.read)
        people.take(parts.peopleFile.read)
        records = lists.reduce(into: [:]) { $0[$1.address] = parts.cache.record(of: $1.address) }
        publish()
    }

    private var lists: [CommentaryList] { library?.commentary ?? [] }

    /// The lists with their records, in the order of the library.
    package var listRecords: [(list: CommentaryList, record: CommentaryRecord)] {
        lists.map { ($0, records[$0.address] ?? CommentaryRecord(address: $0.address)) }
    }

    /// Throws the reason why `notes.toml` cannot be read. Without the file's notes, there would seem to be none.
    package func checkNotesFile() throws(ConfigurationError) {
        if let error = notes.error { throw error }
    }

    /// Throws the reason why `people.toml` cannot be read.
    package func checkPeopleFile() throws(ConfigurationError) {
        if let error = people.error { throw error }
    }

    /// The user's notes in the order of the file.
    package var ownNotes: [OwnNote] { notes.content.entries }

    package func write(_ note: AuthorNote?, on author: Author, in source: SupplierID) throws -> AuthorNote? {
        let authorKeys = Set(AuthorKey.keys(of: author, in: source))
        return try write(note, on: text(of: author, in: source), named: author.name, keys: authorKeys)
    }

    /// Returns the text that identifies an author in the files.
    func text(of author: Author, in source: SupplierID) -> String {
        let kind = SourceKinds.known[source.kind]
        return AuthorKey.text(of: author, in: source, kind: kind, at: library?.source(source)?.shownAddress)
    }

    /// Writes the note on the author with one of these keys, or removes it if `note` is `nil`. Returns the former note.
    package func write(
        _ note: AuthorNote?, on text: String, named name: String? = nil, keys authorKeys: Set<AuthorKey>
    ) throws -> AuthorNote? {
        let keys = keys
        let former = try parts.notesFile.set(note, on: text, named: name == text ? nil : name) { written in
            keys.key(written).map(authorKeys.contains) ?? false
        }
        reload()
        return former
    }

    private func publish() {
        let authorNotes = AuthorNotes(
            own: notes.content, lists: listRecords.map { (name: $0.list.name, entries: $0.record.entries) }, keys: keys)
        let state = AuthorNotesState(
            authorNotes: authorNotes, people: people.content.linked(keys), fileErrors: notesErrors + peopleErrors,
            listFailures: listRecords.compactMap { $0.record.failureMessage(of: $0.list) })
        if state != self.state() { states.send(state) }
    }

    /// The errors in `notes.toml`.
    package var notesErrors: [Message] { notes.errors }

    /// The linked people in the order of the file.
    package var peopleEntries: [PersonEntry] { people.content.entries }

    /// The errors in `people.toml`: those of its entries, and authors whose keys cannot be read.
    package var peopleErrors: [Message] {
        people.errors + parts.peopleFile.unreadableAuthors(in: people.content, keys)
    }

    /// Removes the record of a list, so that the list is requested if it is added again.
    func forget(_ list: CommentaryList) throws(ConfigurationError) {
        guard !lists.contains(where: { $0.address == list.address }) else { return }
        try parts.cache.remove(list.address)
    }

    package nonisolated func changes() -> AsyncStream<AuthorNotesState> { states.values(includesLatest: true) }

    // MARK: Lists

    /// The files whose changes are to be passed to ``filesChanged(_:)``.
    var watchedFiles: Set<String> {
        Set(
            [parts.notesFile.path, parts.peopleFile.path] + lists.map { parts.cache.path(of: $0.address) }
                + lists.compactMap { $0.path(home: parts.home) })
    }

    /// Reads again what has changed.
    func filesChanged(_ paths: Set<String>) async {
        if paths.contains(parts.notesFile.path) || paths.contains(parts.peopleFile.path)
            || lists.contains(where: { paths.contains(parts.cache.path(of: $0.address)) })
        {
            reload()
        }
        for list in lists where list.path(home: parts.home).map(paths.contains) ?? false {
            // A running request may have read the former file.
            await requests.run(list.address, afterChange: true) { await self.update(list) }
        }
    }

    /// Requests the lists that are due whenever a refresh has ended, until cancelled.
    package func keepUp(behind engine: any TrackObserving) async {
        let events = engine.events()
        await withDiscardingTaskGroup { [wake] group in
            group.addTask {
                for await event in events {
                    if case .fill(_, gap: nil, .done) = event { wake.yield() }
                }
            }
            wake.yield()
            for await _ in due { await refreshLists(onlyDue: true) }
            group.cancelAll()
        }
    }

    /// Requests the lists, all at once, and returns the messages about those that failed now. Does nothing in a process
    /// without the lease.
    ///
    /// - Parameter onlyDue: True to leave out those that are not due.
    @discardableResult
    func refreshLists(onlyDue: Bool) async -> [Message] {
        guard parts.holdsLease() else { return [] }
        let began = parts.time.now()
        let dueLists = listRecords.filter { _, record in
            if record.isGone { return false }
            guard let due = record.due, due > began else { return true }
            // A backoff that the server requested, or that follows failures, is kept.
            return !onlyDue && record.failure == nil
        }
        await withDiscardingTaskGroup { group in
            for (list, _) in dueLists {
                group.addTask { await self.requests.run(list.address) { await self.update(list) } }
            }
        }
        return listRecords.compactMap { list, record in
            guard let checked = record.checked, checked >= began else { return nil }
            return record.failureMessage(of: list)
        }
    }

    /// Cancels the running requests, and waits for their end.
    package func end() async { await requests.end() }

    private func update(_ list: CommentaryList) async {
        let former = records[list.address] ?? CommentaryRecord(address: list.address)
        let now = parts.time.now()
        guard var record = await parts.fetcher.record(of: list, after: former, home: parts.home, now: now),
            // The library may have changed during the request.
            lists.contains(where: { $0.address == list.address })
        else { return }
        do throws(ConfigurationError) {
            try parts.cache.store(record)
        } catch {
            record.failure = error.message
        }
        records[list.address] = record
        publish()
    }
}

/// The content of a file as it was read last, and the reason why the file cannot be read now, or `nil` if it can.
private struct FileContent<Entry: Hashable & Sendable> {
    private(set) var content = FileEntries<Entry>()
    private(set) var error: ConfigurationError?

    mutating func take(_ read: () throws(ConfigurationError) -> FileEntries<Entry>) {
        do throws(ConfigurationError) {
            content = try read()
            error = nil
        } catch {
            self.error = error
        }
    }

    /// The messages about the file and its entries.
    var errors: [Message] { [error?.message].compactMap(\.self) + content.warnings.map(\.message) }
}

extension CommentaryRecord {
    /// Returns the message about the list if its last request failed, or `nil` if it succeeded.
    func failureMessage(of list: CommentaryList) -> Message? {
        failure.map { reason in
            Message(
                changed == nil ? "commentaryUnread" : "commentaryFailed",
                ["name": .text(list.name), "reason": .message(reason)])
        }
    }
}
