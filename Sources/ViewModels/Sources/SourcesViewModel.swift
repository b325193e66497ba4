public import EngineConcepts
import WebText

/// The list of sources with their health.
public final class SourcesViewModel {
    /// The state of the screen.
    public private(set) var state: SourcesState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?

    private let services: ReaderServices
    private var sources: [SourceDescription] = []
    private var statuses: [SupplierID: SupplierStatus] = [:]
    private var asking: Asking?
    /// The running refreshes that were started here.
    private var refreshes: Set<FillID> = []
    private let arranging: TaskQueue
    private lazy var reading = CoalescedTask(activity: services.activity) { [weak self] in await self?.read() }
    private var events: Task<Void, Never>?
    /// The restored source that gets the cursor when it is listed again.
    private var returning: SupplierID?

    private enum Asking {
        case address
        case name(SourceDescription)
        case topics(SourceDescription)
        case choice([SeveralSources.Choice])
    }

    /// Makes the list; ``start()`` loads it.
    public init(services: ReaderServices) {
        self.services = services
        arranging = TaskQueue(activity: services.activity)
        let wording = services.wording
        state = SourcesState(
            title: wording(.sourcesTitle), summary: "", rows: nil, cursor: 0, emptyText: wording(.sourcesEmpty),
            emptyHint: wording(.sourcesEmptyHint),
            columns: [
                wording(.columnSource), wording(.columnTopic), wording(.columnLast), wording(.columnNext),
                wording(.columnCoverage),
            ])
    }

    /// Loads the list and starts observing the engine.
    public func start() {
        let stream = services.engine.events()
        events = Task { [weak self] in
            for await event in stream {
                switch event {
                case .committed, .supplierFailed: self?.reading.run()
                case .fill(let id, _, let state): self?.note(id, state)
                default: break
                }
            }
        }
        reading.run()
    }

    /// Stops observing the engine.
    public func stop() {
        events?.cancel()
        events = nil
    }

    /// Moves the cursor.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, (state.rows?.count ?? 0) - 1))
    }

    /// Asks for the address of a source to follow.
    public func askForAddress() {
        guard mayEdit() else { return }
        asking = .address
        state.prompt = SourcesState.Prompt(question: services.wording(.sourceAddress), initial: "")
    }

    /// Asks for a new name for the source under the cursor.
    public func askForName() {
        guard mayEdit(), let source = currentSource else { return }
        asking = .name(source)
        let name = state.rows?[state.cursor].name ?? ""
        state.prompt = SourcesState.Prompt(
            question: services.wording(.sourceRename, .words(name)), initial: source.name ?? name)
    }

    /// Asks for the topics of all items from the source under the cursor.
    public func askForTopics() {
        guard mayEdit(), let source = currentSource else { return }
        asking = .topics(source)
        let name = state.rows?[state.cursor].name ?? ""
        state.prompt = SourcesState.Prompt(
            question: services.wording(.sourceTopics, .words(name)), initial: source.topics.joined(separator: ", "))
    }

    /// Shows the tickets of the source under the cursor as the next kind of item. Can be undone.
    public func presentAsNext() {
        guard mayEdit(), let before = currentSource else { return }
        let all = [nil] + PresentedAs.allCases.map(Optional.some)
        var source = before
        source.presentedAs = all[((all.firstIndex(of: before.presentedAs) ?? 0) + 1) % all.count]
        let wording = services.wording
        let choice = wording(source.presentedAs?.phrase ?? .presentedByKind)
        put(source, before: before, saying: wording(.sourcePresented, .words(before.shownName), .words(choice)))
    }

    /// Handles the typed text.
    public func submit(_ text: String) {
        let asked = asking
        cancelPrompt()
        let typed = text
        let text = text.split(separator: " ").joined(separator: " ")
        switch asked {
        // The arguments of a command may contain several spaces in a row.
        case .address: if !text.isEmpty { add(typed) }
        case .name(let source):
            var renamed = source
            renamed.name = text.isEmpty ? nil : text
            let name = renamed.name ?? renamed.shownAddress
            put(renamed, before: source, saying: services.wording(.sourceRenamed, .words(name)))
        case .topics(let source):
            var sorted = source
            sorted.topics = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
                .reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
            let name = source.name ?? source.shownAddress
            let topics = sorted.topics.joined(separator: ", ")
            put(
                sorted, before: source,
                saying: sorted.topics.isEmpty
                    ? services.wording(.sourceTopicsCleared, .words(name))
                    : services.wording(.sourceTopicsSet, .words(name), .words(topics)))
        case .choice(let choices): choose(text, of: choices)
        case nil: break
        }
    }

    /// Follows a source with its new description. Can be undone.
    private func put(_ source: SourceDescription, before: SourceDescription, saying words: String) {
        guard source != before else { return }
        change { [services] in
            try await services.sources.put(source)
            services.presenters.change()
            services.undo.push { [weak self] in
                try await services.sources.put(before)
                services.presenters.change()
                self?.reading.run()
                return services.wording(.sourceAsBefore, .words(before.name ?? before.shownAddress))
            }
            return words
        }
    }

    /// Closes the prompt.
    public func cancelPrompt() {
        asking = nil
        state.prompt = nil
    }

    /// Follows the source at an address.
    public func add(_ address: String) {
        guard mayEdit() else { return }
        services.messages.note(.sourceAdding, .words(address))
        change { [weak self, services] in
            let source: SourceDescription
            do {
                source = try await services.sources.add(address)
            } catch let several as SeveralSources {
                return self?.askForChoice(of: several) ?? ""
            }
            services.undo.push {
                try await services.sources.remove(source.id)
                return services.wording(.sourceRemoved, .words(source.name ?? source.shownAddress))
            }
            services.engine.refresh()
            return services.wording(.sourceAdded, .words(source.name ?? source.shownAddress))
        }
    }

    /// Asks which of several sources is meant. Returns the message for the user.
    private func askForChoice(of several: SeveralSources) -> String {
        asking = .choice(several.choices)
        state.prompt = SourcesState.Prompt(
            question: services.wording(.sourceWhich, .words("1–\(several.choices.count)")), initial: "1",
            choices: several.choices)
        return services.wording(.sourceSeveral, .words(several.address), .number(several.choices.count))
    }

    /// Follows the sources whose numbers are in `text`, separated by spaces or commas.
    private func choose(_ text: String, of choices: [SeveralSources.Choice]) {
        let numbers = text.split { $0 == " " || $0 == "," }.map { Int($0) ?? 0 }
        guard !numbers.isEmpty, numbers.allSatisfy({ choices.indices.contains($0 - 1) }) else {
            return services.messages.problem(.sourceNoSuchChoice, .number(choices.count))
        }
        for number in numbers { add(choices[number - 1].address) }
    }

    /// Unfollows the source under the cursor. Can be undone.
    public func remove() {
        guard mayEdit(), let source = currentSource else { return }
        let name = state.rows?[state.cursor].name ?? source.address
        let order = sources.map(\.id)
        change { [services] in
            try await services.sources.remove(source.id)
            services.undo.push { [weak self] in
                try await services.sources.put(source)
                try await services.sources.arrange(order)
                self?.returning = source.id
                self?.reading.run()
                return services.wording(.sourceRestored, .words(name))
            }
            return services.wording(.sourceRemoved, .words(name))
        }
    }

    /// Pauses or resumes the source under the cursor. Can be undone.
    public func togglePause() {
        guard mayEdit(), let before = currentSource else { return }
        var source = before
        source.isPaused.toggle()
        let name = state.rows?[state.cursor].name ?? source.address
        put(
            source, before: before,
            saying: services.wording(source.isPaused ? .sourcePaused : .sourceResumed, .words(name)))
    }

    /// Refreshes all sources and reports the result.
    public func refresh() {
        refreshes.insert(services.engine.refresh())
        services.messages.note(.refreshQueued)
    }

    private func note(_ fill: FillID, _ state: FillState) {
        guard state.isFinal, refreshes.remove(fill) != nil else { return }
        let builder = RowBuilder(texts: services.texts, wording: services.wording)
        let context = RowBuilder.Context(now: services.time.now(), suppliers: statuses)
        guard let outcome = builder.outcome(of: state, isRefresh: true, in: context) else { return }
        services.messages.say(outcome.words, isWrong: outcome.isWrong)
    }

    /// Moves the source under the cursor down by `count` rows, or up if negative. Can be undone.
    public func reorder(by count: Int) {
        guard mayEdit(), let source = currentSource, let place = sources.firstIndex(where: { $0.id == source.id })
        else {
            return
        }
        let next = min(max(0, place + count), sources.count - 1)
        guard next != place else { return }
        let previous = sources.map(\.id)
        sources.remove(at: place)
        sources.insert(source, at: next)
        show()
        let name = state.rows?[state.cursor].name ?? source.shownAddress
        arrange(
            sources.map(\.id), undoing: previous,
            saying: services.wording(.sourceMoved, .words(name), .number(next + 1), .number(sources.count)))
    }

    /// New orders are written one after another, so that the last one wins.
    private func arrange(_ order: [SupplierID], undoing previous: [SupplierID], saying words: String) {
        arranging.add { [weak self, services] in
            do {
                try await services.sources.arrange(order)
                services.undo.push { [weak self] in
                    try await services.sources.arrange(previous)
                    self?.reading.run()
                    return services.wording(.sourceOrderAsBefore)
                }
                services.messages.note(words)
            } catch {
                services.messages.problem(error)
            }
            self?.reading.run()
        }
    }

    /// Undoes the last action.
    public func undo() {
        services.undoLast()
    }

    /// The source under the cursor.
    public var current: SupplierID? { currentSource?.id }

    private var currentSource: SourceDescription? {
        guard let rows = state.rows, rows.indices.contains(state.cursor) else { return nil }
        return sources.first { $0.id == rows[state.cursor].id }
    }

    /// True if the list of sources can be changed here.
    public var isEditable: Bool { services.sources.isEditable }

    /// Returns true if the list can be changed; otherwise shows a message.
    private func mayEdit() -> Bool {
        if !isEditable { services.messages.note(.sourceUnchangeable) }
        return isEditable
    }

    private func change(_ work: @escaping @MainActor () async throws -> String) {
        services.activity.run { [weak self, services] in
            do {
                services.messages.note(try await work())
            } catch {
                services.messages.problem(error)
            }
            self?.reading.run()
        }
    }

    private func read() async {
        do {
            sources = try await services.sources.sources()
        } catch {
            services.messages.problem(.readFailed, error)
        }
        let snapshot = await services.engine.snapshot
        statuses = Dictionary(snapshot.suppliers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let listed = Set(sources.map(\.id))
        sources += snapshot.suppliers.filter { !listed.contains($0.id) }
            .map { SourceDescription(id: $0.id, address: $0.id.rawValue, name: $0.name) }
        show()
    }

    private func show() {
        let builder = SourceRowBuilder(texts: services.texts, wording: services.wording, now: services.time.now())
        var selected = state.rows.flatMap { $0.indices.contains(state.cursor) ? $0[state.cursor].id : nil }
        let rows = sources.map { builder.row(for: $0, status: statuses[$0.id]) }
        if let returning, rows.contains(where: { $0.id == returning }) {
            selected = returning
            self.returning = nil
        }
        var next = state
        next.rows = rows
        next.cursor = rows.firstIndex { $0.id == selected } ?? min(state.cursor, max(0, rows.count - 1))
        let troubled = rows.count { $0.health == .failed || $0.health == .slow }
        next.summary =
            troubled == 0
            ? String(rows.count)
            : services.wording(.sourcesAttention, .words(String(rows.count)), .number(troubled))
        state = next
    }
}

extension PresentedAs {
    fileprivate var phrase: MessageKey {
        switch self {
        case .articles: .presentedAsArticles
        case .posts: .presentedAsPosts
        case .stories: .presentedAsStories
        case .lines: .presentedAsLines
        }
    }
}
