public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The user's topics and rules. One instance per run; screens observe it.
public final class SessionLabels {
    /// The kind of change.
    public enum Change: Equatable {
        /// The topics or rules changed.
        case labels
        /// The labelled tickets changed.
        case members
    }

    /// The topics, in the order of the number keys: pinned ones first, each group in the order of the file.
    public private(set) var topics: [Topic] = []
    /// The new labels of the topics that the last change renamed, by their former ones.
    private(set) var renamedTopics: [LabelID: LabelID] = [:]
    /// The rules; for a ticket with several rules, the first is named.
    public private(set) var rules: [Rule] = []
    /// The user's names and addresses of sources.
    public private(set) var naming = SourceNaming()
    /// The names of the topics to which sources belong as a whole.
    private(set) var sourceTopics: [SupplierID: [String]] = [:]
    /// The progress of the re-evaluation of tickets.
    public private(set) var progress = LabelProgress.nothing

    private let manager: (any LabelManaging)?
    private let session: Session
    /// The warnings about the file that were already reported.
    private var warnings: [LibraryWarning] = []
    let changes = Observers<Change>()
    private let queue: TaskQueue
    private var followTask: Task<Void, Never>?
    private var labellingWaits: [AsyncStream<Void>.Continuation] = []

    init(_ manager: (any LabelManaging)?, session: Session) {
        self.manager = manager
        self.session = session
        queue = TaskQueue(activity: session.activity) { [session] in session.messages.failure($0) }
    }

    /// True if topics and rules are supported; false in a thread.
    public var isAvailable: Bool { manager != nil }

    /// The names that the user gave to sources.
    public var sourceNames: [SupplierID: String] { naming.names }

    var topicIDs: Set<LabelID> { Set(topics.map(\.id)) }

    /// The labels and names of all topics, in the user's order.
    public var topicNames: [(id: LabelID, name: String)] { topics.map { ($0.id, $0.name) } }

    /// Loads topics and rules, starts observing the store, and reports the entries of the file that are ignored.
    func start() async {
        guard let manager, followTask == nil else { return }
        let stream = manager.progress()
        followTask = Task { [weak self] in for await progress in stream { self?.update(progress) } }
        // In the queue, like the libraries of later changes, which it would replace otherwise.
        queue.add { [self] in
            await session.messages.showingErrors(.readFailed) {
                let library = try await manager.library()
                apply(library)
                report(library.warnings)
            }
        }
        await queue.finish()
    }

    func stop() {
        followTask?.cancel()
        followTask = nil
    }

    /// Changes the topic or rule called `name`, which may get a `new` name, calls `onDone`, and shows `done` with the
    /// warnings. Undoing it shows `undone`.
    func change(
        _ done: MessageKey, undone: MessageKey, of name: String, to new: String? = nil, warnings: [Message] = [],
        onDone: (() -> Void)? = nil, _ change: @escaping @Sendable (inout Library) -> Void
    ) {
        guard let manager else { return session.messages.show(.labelsUnavailable) }
        queue.add(undoneBy: session.undo) { [self] place in
            let (before, after) = try await manager.update(change)
            apply(after)
            place.fill { [self] in
                let restored = try await manager.restoreLabels(of: before, changedTo: after)
                apply(restored)
                return session.localizer(undone, .text(name))
            }
            onDone?()
            let text =
                if let new {
                    session.localizer(done, .text(name), .text(new))
                } else {
                    session.localizer(done, .text(name))
                }
            let texts = [text] + warnings.map { session.localizer($0) }
            session.messages.show(texts.joined(separator: " · "))
        }
    }

    /// Adds a topic, or changes the one with its name, and shows the names in its query that find nothing. Can be undone.
    /// `onDone` is called once it is stored. A new one with the name of a built-in view is refused with a message.
    func put(_ topic: Topic, onDone: (() -> Void)? = nil) {
        var topic = topic
        let former = topicName(meantBy: topic.name)
        if let former { topic.name = former }
        let isNew = former == nil
        guard !isNew || !BuiltInView.isNamed(topic.name) else {
            return session.messages.failure(.nameOfView, .text(topic.name))
        }
        change(
            isNew ? .topicAdded : .topicChanged, undone: isNew ? .topicAddedUndone : .topicChangedUndone,
            of: topic.name, warnings: topic.query?.warnings(on: topics) ?? [], onDone: onDone
        ) { [topic] in $0.put(topic) }
    }

    /// Enables or disables a rule, and shows that. Can be undone.
    func toggle(_ rule: Rule) {
        var rule = rule
        rule.isEnabled.toggle()
        let (done, undone): (MessageKey, MessageKey) =
            rule.isEnabled ? (.ruleEnabled, .ruleEnabledUndone) : (.ruleDisabled, .ruleDisabledUndone)
        change(done, undone: undone, of: rule.name) { [rule] in $0.put(rule) }
    }

    /// Removes a rule, and shows that. Can be undone.
    func remove(_ rule: Rule) {
        change(.ruleRemoved, undone: .ruleRemovedUndone, of: rule.name) { $0.removeRule(rule.name) }
    }

    /// Returns the name of the topic that `name` means, also if it differs in case, or `nil` if there is none.
    func topicName(meantBy name: String) -> String? { TopicNames(topics.lazy.map(\.name)).known(name) }

    /// Returns the topic with this label, or `nil`.
    public func topic(_ id: LabelID) -> Topic? { topics.first { $0.id == id } }

    /// Returns the rule with this label, or `nil`.
    public func rule(_ id: LabelID) -> Rule? { rules.first { $0.id == id } }

    /// Returns the name of a source, or its address if it has none, or its identity.
    ///
    /// - Parameter names: The names of sources on screens.
    func name(of source: SupplierID, naming names: [SupplierID: String]) -> String {
        names[source] ?? naming.names[source] ?? naming.addresses[source] ?? source.rawValue
    }

    /// Returns the query in words, with the names in it that no topic has.
    ///
    /// - Parameter names: The names of sources on screens. Of others, the user's names or the addresses are shown.
    func explanation(of query: Query, naming names: [SupplierID: String] = [:]) -> String {
        let localizer = session.localizer
        let warnings = query.warnings(on: topics).map { localizer($0) }
        let known = naming.addresses.merging(naming.names) { $1 }.merging(names) { $1 }
        return ([localizer(query.naming(known).explanation(kinds: session.kinds))] + warnings).joined(separator: " · ")
    }

    /// Returns why this topic cannot be removed, or `nil` if it can.
    func refusal(ofRemoving topic: String) -> Message? {
        Library(topics: topics, rules: rules).refusal(ofRemoving: [topic])
    }

    /// Returns why a topic cannot have this name, or `nil` if it can.
    func refusal(ofRenaming topic: String, to name: String) -> Message? {
        Library(topics: topics, rules: rules).refusal(ofRenaming: topic, to: name)
    }

    /// Waits until all changes are stored.
    func flush() async { await queue.finish() }

    /// Lets keys wait until all changes are stored or have failed: the next one may be for what is shown then.
    func holdInputUntilStored() { session.activity.runHoldingInput { [self] in await flush() } }

    /// Returns when all tickets have the labels of the present topics and rules and observers know it, at the latest after
    /// `limit`.
    func finishLabelling(within limit: Duration) async {
        if !progress.isComplete {
            let (end, continuation) = AsyncStream<Void>.makeStream()
            labellingWaits.append(continuation)
            let timer = Task { [time = session.time] in
                if await time.sleepUnlessCancelled(for: limit) { continuation.finish() }
            }
            for await _ in end {}
            timer.cancel()
        }
        // Observers may not know yet that it is complete.
        await flush()
    }

    private func apply(_ library: Library) {
        let former = topics
        topics = library.topicsByKey
        renamedTopics = Self.renamedTopics(from: former, to: topics)
        rules = library.rules
        naming = SourceNaming(library.sources)
        sourceTopics = library.sourceTopics
        changes.notify(.labels)
    }

    /// Returns the topics that are gone, each with the new one that has the same content.
    private static func renamedTopics(from former: [Topic], to topics: [Topic]) -> [LabelID: LabelID] {
        let (formerIDs, currentIDs) = (Set(former.map(\.id)), Set(topics.map(\.id)))
        let kept = topics.filter { formerIDs.contains($0.id) }.map(\.name)
        var new = topics.filter { !formerIDs.contains($0.id) }
        var renamed: [LabelID: LabelID] = [:]
        for gone in former where !currentIDs.contains(gone.id) {
            // Undoing a change leads from the new topic to the former one.
            let index = new.firstIndex {
                gone.renamed($0.name, beside: kept) == $0 || $0.renamed(gone.name, beside: kept) == gone
            }
            if let index { renamed[gone.id] = new.remove(at: index).id }
        }
        return renamed
    }

    /// Adopts the progress. A re-evaluation may be due to changes of topics or rules by another program. These are adopted
    /// first: in a view of a topic's former name there are no tickets.
    private func update(_ progress: LabelProgress) {
        self.progress = progress
        if progress.isComplete {
            for wait in labellingWaits { wait.finish() }
            labellingWaits = []
        }
        guard let manager else { return changes.notify(.members) }
        queue.add { [self] in
            defer { changes.notify(.members) }
            let library = try await manager.library()
            let isKnown =
                library.topicsByKey == topics && library.rules == rules
                && SourceNaming(library.sources) == naming && library.sourceTopics == sourceTopics
            if !isKnown { apply(library) }
            if progress.isComplete { report(library.warnings) }
        }
    }

    /// Logs new warnings, and shows the first one that disables something with the number of others.
    private func report(_ current: [LibraryWarning]) {
        let new = current.filter { !warnings.contains($0) }
        warnings = current
        let hasErrors = current.contains(where: \.turnsSomethingOff)
        session.messages.setFaultyFile(hasErrors ? "library.toml" : nil, foundBy: ObjectIdentifier(SessionLabels.self))
        let shown = new.first(where: \.turnsSomethingOff)
        for warning in new where warning != shown { session.messages.log(session.localizer(warning.message)) }
        guard let shown else { return }
        let off = current.count(where: \.turnsSomethingOff)
        if off > 1 {
            let localizer = session.localizer
            session.messages.failure(
                localizer(.topicsOrRulesDisabled, .message(shown.message), .number(off)),
                referring: localizer(.topicsOrRulesDisabledListed, .message(shown.message), .number(off)))
        } else {
            session.messages.failure(shown.message)
        }
    }
}

extension Topic {
    /// Returns the topic with another name, which its own query names if it named the former one.
    ///
    /// - Parameter others: The names of all other topics.
    fileprivate func renamed(_ name: String, beside others: [String]) -> Topic {
        var topic = self
        topic.query = query?.renaming(topic: self.name, to: name, beside: others)
        topic.name = name
        return topic
    }
}
