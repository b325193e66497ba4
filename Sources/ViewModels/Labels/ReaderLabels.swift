public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The reader's topics and rules. One per run: whoever shows them hears of every change here.
public final class ReaderLabels {
    /// What changed.
    public enum Change: Equatable {
        /// Topics or rules.
        case labels
        /// Which tickets have them.
        case members
    }

    /// The topics, in the order of the number keys.
    public private(set) var topics: [Topic] = []
    /// The rules, in the order in which they are named.
    public private(set) var rules: [Rule] = []
    /// The names that the reader gave to sources.
    public private(set) var sourceNames: [SupplierID: String] = [:]
    /// How far the store is with deciding by them.
    public private(set) var progress = LabelProgress.nothing

    private let manager: (any LabelManaging)?
    private let undo: UndoStack
    private let messages: MessageCenter
    private let wording: Localizer
    /// What in the file is passed over, as it was last told.
    private var warnings: [LibraryWarning] = []
    private let observers = Observers<Change>()
    private let queue: TaskQueue
    private var following: Task<Void, Never>?

    init(
        _ manager: (any LabelManaging)?, undo: UndoStack, messages: MessageCenter, wording: Localizer,
        activity: Activity
    ) {
        self.manager = manager
        self.undo = undo
        self.messages = messages
        self.wording = wording
        queue = TaskQueue(activity: activity)
    }

    /// Whether there can be topics and rules here; not so over a thread.
    public var isAvailable: Bool { manager != nil }

    /// Reads topics and rules, and follows the store from now on. Says what in the file is passed over.
    func start() async {
        guard let manager, following == nil else { return }
        let stream = manager.progress()
        following = Task { [weak self] in
            for await progress in stream { self?.note(progress) }
        }
        do {
            let library = try await manager.library()
            take(library)
            report(library.warnings)
        } catch {
            messages.problem(.readFailed, error)
        }
    }

    /// Ends following the store.
    func stop() {
        following?.cancel()
        following = nil
    }

    /// Tells of every change from now on, as long as `owner` lives, which `tell` must not hold strongly.
    public func observe(for owner: AnyObject, _ tell: @escaping (Change) -> Void) {
        observers.add(for: owner, tell)
    }

    /// Changes the topic or rule called `name`, says `done` of it, and can take it back, of which it says `undone`.
    func change(
        _ done: MessageKey, undone: MessageKey, of name: String, _ change: @escaping @Sendable (inout Library) -> Void
    ) {
        guard let manager else { return messages.note(.labelsUnavailable) }
        run { [self] in
            let (before, after) = try await manager.update(change)
            take(after)
            undo.push { [self] in
                let (_, restored) = try await manager.update { $0.restoreLabels(of: before) }
                take(restored)
                return wording(undone, .words(name))
            }
            messages.note(done, .words(name))
        }
    }

    /// The topics by label.
    public func topic(_ id: LabelID) -> Topic? {
        topics.first { $0.id == id }
    }

    /// The rule that has this label.
    public func rule(_ id: LabelID) -> Rule? {
        rules.first { $0.id == id }
    }

    /// The first rule that there cannot be without this topic.
    func rule(about topic: String) -> Rule? {
        Library(rules: rules).rule(about: topic)
    }

    /// Waits until every change is kept.
    func flush() async {
        await queue.finish()
    }

    private func run(_ work: @escaping @MainActor () async throws -> Void) {
        queue.add { [self] in
            do {
                try await work()
            } catch {
                messages.problem(error)
            }
        }
    }

    private func take(_ library: Library) {
        topics = library.allTopics
        rules = library.rules
        sourceNames = library.sources.reduce(into: [:]) { names, source in names[source.id] = source.name }
        observers.notify(.labels)
    }

    /// Where the store has decided about everything, that may be because another program changed topics or rules.
    private func note(_ progress: LabelProgress) {
        self.progress = progress
        observers.notify(.members)
        guard progress.isComplete, let manager else { return }
        run { [self] in
            let library = try await manager.library()
            if library.allTopics != topics || library.rules != rules { take(library) }
            report(library.warnings)
        }
    }

    /// Keeps what is new among the warnings in the history, and shows the first that turns something off, with how many
    /// more there are.
    private func report(_ current: [LibraryWarning]) {
        let new = current.filter { !warnings.contains($0) }
        warnings = current
        let shown = new.first(where: \.turnsSomethingOff)
        for warning in new where warning != shown { messages.log(warning.text) }
        guard let shown else { return }
        let off = current.count(where: \.turnsSomethingOff)
        messages.problem(off > 1 ? wording(.severalOff, .words(shown.text), .number(off)) : shown.text)
    }
}
