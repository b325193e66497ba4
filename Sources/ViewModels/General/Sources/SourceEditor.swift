import EngineConcepts
import FiberConfiguration
import Localization
import WebText

/// Changes the user's list of sources: makes each change, says what it did, and lets undo take it back.
final class SourceEditor {
    /// Called after a change, and after one was undone.
    var onChange: (() -> Void)?
    /// Called when a change begins that needs no server, with the wait until it is stored or has failed and ``onChange`` was
    /// called.
    var onStart: ((@escaping @MainActor () async -> Void) -> Void)?
    /// Called with a source that undo has restored, before ``onChange``.
    var onRestore: ((SupplierID) -> Void)?
    /// Called with the question to ask again, with an answer that can be corrected or that has to be more precise.
    var onQuestion: ((SourceQuestion) -> Void)?

    private let manager: any SourceManaging
    private let track: TrackServices
    private var session: Session { track.session }
    private var localizer: Localizer { track.session.localizer }
    /// New orders are written one after another, so that the last one wins.
    private let arranging: TaskQueue

    init(_ manager: any SourceManaging, track: TrackServices) {
        self.manager = manager
        self.track = track
        arranging = TaskQueue(activity: track.session.activity) { [session = track.session] in
            session.messages.failure($0)
        }
    }

    /// Does work on the list that says what it did, and then calls `end`. If the work fails, that is shown, and `question` is
    /// asked again.
    @discardableResult
    private func run(
        orAsk question: SourceQuestion? = nil, _ work: @escaping @MainActor () async throws -> Void,
        then end: @escaping @MainActor () -> Void = {}
    ) -> Task<Void, Never> {
        session.activity.run { [self] in
            await session.messages.showingErrors {
                do {
                    try await work()
                } catch {
                    if let question { onQuestion?(question) }
                    throw error
                }
            }
            end()
            onChange?()
        }
    }

    /// Changes the list by `work`, which may fill the place of the change on the undo stack.
    ///
    /// - Parameter isLocal: True if the change needs no server, so that keys wait for it.
    private func change(
        orAsk question: SourceQuestion? = nil, isLocal: Bool = false,
        _ work: @escaping @MainActor (UndoStack.Place) async throws -> Void
    ) {
        let place = session.undo.reserve(holdsInput: isLocal)
        let task = run(orAsk: question) {
            try await work(place)
        } then: {
            place.close()
        }
        if isLocal { onStart?({ await task.value }) }
    }

    /// Lets undo take back the change at `place` by `work`, which must not hold the screen, and show `message`.
    private func allowUndo(
        at place: UndoStack.Place, saying message: String, by work: @escaping @MainActor () async throws -> Void
    ) {
        // Undoing needs no server, even if the change did.
        place.holdsInput = true
        place.fill { [weak self] in
            try await work()
            self?.onChange?()
            return message
        }
    }

    // MARK: New sources

    /// Follows the source at a typed address, or asks which if there are several, or the sources at several addresses.
    func add(_ text: String) {
        let addresses = AddressList.typed(text)
        guard addresses.count == 1, let address = addresses.first else { return add(addresses) }
        session.messages.show(.sourceAdding, .text(address))
        change(orAsk: .address(initial: address)) { [self] place in
            let followed = try await follow(address, undoneAt: place)
            if followed.isNew { track.engine.refresh() }
            session.messages.show(followed.message)
        }
    }

    /// Follows the sources at several addresses, with one refresh and one message for all of them.
    private func add(_ addresses: [String]) {
        session.messages.show(.sourceAdding, .text(addresses.joined(separator: ", ")))
        let places = addresses.map { _ in session.undo.reserve() }
        run { [self] in
            var results: [String] = []
            var failures: [String] = []
            var hasNew = false
            for (address, place) in zip(addresses, places) {
                defer { place.close() }
                do {
                    let followed = try await follow(address, undoneAt: place)
                    results.append(followed.message)
                    hasNew = hasNew || followed.isNew
                } catch {
                    failures.append(localizer(error))
                }
            }
            if hasNew { track.engine.refresh() }
            session.messages.show((results + failures).joined(separator: " · "), isError: !failures.isEmpty)
        }
    }

    /// Follows the source at an address, or asks which if there are several. Returns the message for the user, and true if a
    /// new source is to be requested.
    private func follow(
        _ address: String, undoneAt place: UndoStack.Place
    ) async throws -> (message: String, isNew: Bool) {
        let source: SourceDescription
        do {
            source = try await manager.add(address)
        } catch let several as SeveralSources {
            onQuestion?(.choice(several.choices, initial: "1"))
            return (localizer(.sourceSeveral, .text(several.address), .number(several.choices.count)), false)
        }
        allowUndo(at: place, saying: localizer(.sourceAddedUndone, .text(source.shownName))) { [manager] in
            try await manager.remove(source.id)
        }
        return (localizer(.sourceAdded, .text(source.shownName)), true)
    }

    /// Follows the sources whose numbers are in `text`.
    func choose(_ text: String, of choices: [SeveralSources.Choice]) {
        guard let selected = SeveralSources.choices(numberedIn: text, of: choices) else {
            onQuestion?(.choice(choices, initial: text))
            return session.messages.failure(.sourceNoSuchChoice, .number(choices.count))
        }
        add(selected.map(\.address))
    }

    /// Follows the sources of a list in a local file. The history has everything that was left out of it. Undo removes the
    /// sources and topics that it has added.
    func importList(at path: String) {
        session.messages.show(.onboardingReadingList, .text(path))
        change(orAsk: .list(initial: path)) { [self] place in
            let outcome = try await manager.follow(listAt: path)
            if !outcome.additions.isEmpty {
                allowUndo(at: place, saying: localizer(.importUndone, .text(path))) { [manager] in
                    try await manager.remove(outcome.additions)
                }
            }
            report(outcome, ofListAt: path)
        }
    }

    private func report(_ outcome: ListOutcome, ofListAt path: String) {
        session.messages.log(remarks: outcome.warnings.map { localizer($0) })
        session.messages.show(
            outcome.summary(ofListAt: path, localizer), isError: outcome.count == 0 && !outcome.warnings.isEmpty)
        if outcome.count > 0 { track.engine.refresh() }
    }

    // MARK: The list

    func remove(_ listed: ListedSource) {
        let wasFailing = listed.row.health == .failed
        change(isLocal: true) { [self] place in
            let done = localizer(.sourceRemoved, .text(listed.name))
            guard let removed = try await manager.remove(listed.id) else { return session.messages.show(done) }
            let restored = localizer(.sourceRestored, .text(listed.name))
            allowUndo(at: place, saying: restored) { [weak self, manager, engine = track.engine] in
                try await manager.restore(removed)
                self?.onRestore?(listed.id)
                // The engine forgets the failure of a source that joins again. A request shows if it persists.
                if wasFailing { engine.refresh(of: [listed.id]) }
            }
            session.messages.show(([done] + removed.warnings.map { localizer($0) }).joined(separator: " · "))
        }
    }

    /// Writes a new order of the list.
    func arrange(_ order: [SupplierID], undoing previous: [SupplierID], saying message: String) {
        arranging.add(undoneBy: session.undo) { [self] place in
            defer { onChange?() }
            try await manager.arrange(order)
            allowUndo(at: place, saying: localizer(.sourceOrderAsBefore)) { [manager] in
                try await manager.arrange(previous)
            }
            session.messages.show(message)
        }
        onStart?({ [arranging] in await arranging.finish() })
    }

    // MARK: One source

    /// Follows a source with another description, unless that is the same. If it cannot be stored, `question` is asked again.
    private func change(
        _ listed: ListedSource, saying message: String, orAsk question: SourceQuestion? = nil,
        _ edit: (inout SourceDescription) -> Void
    ) {
        let before = listed.source
        var source = before
        edit(&source)
        guard source != before else { return }
        change(orAsk: question, isLocal: true) { [self, source] place in
            try await manager.change(before, to: source)
            track.presenters.change()
            allowUndo(at: place, saying: localizer(.sourceAsBefore, .text(listed.name))) { [manager, track] in
                try await manager.change(source, to: before)
                track.presenters.change()
            }
            session.messages.show(message)
        }
    }

    /// Gives a source a name, or its own again if `text` is empty.
    func rename(_ listed: ListedSource, to text: String) {
        var renamed = listed.source
        renamed.name = text.isEmpty ? nil : text
        let name = renamed.name ?? listed.status?.sourceName ?? renamed.shownName
        let question = SourceQuestion.name(listed, initial: text)
        change(listed, saying: localizer(.sourceRenamed, .text(name)), orAsk: question) { $0 = renamed }
    }

    /// Sets the topics of a source. The message says which ones are new, because a name may be misspelt. Refuses a new one with
    /// the name of a built-in view.
    func setTopics(of listed: ListedSource, to text: String, known: [String]) {
        let topics = SourceQuestion.topics(in: text, known: known)
        let newTopics = topics.filter { !known.contains($0) }
        // A source keeps such a topic if the library has it: people edit the file as well.
        if let name = newTopics.first(where: { BuiltInView.isNamed($0) && !listed.source.topics.contains($0) }) {
            onQuestion?(.topics(listed, initial: text))
            return session.messages.failure(.nameOfView, .text(name))
        }
        let new = newTopics.joined(separator: ", ")
        var message =
            topics.isEmpty
            ? localizer(.sourceTopicsCleared, .text(listed.name))
            : localizer(.sourceTopicsSet, .text(listed.name), .text(topics.joined(separator: ", ")))
        if !new.isEmpty { message += " · " + localizer(.sourceTopicsNew, .text(new)) }
        message += " · " + localizer(.sourceUndoes)
        change(listed, saying: message, orAsk: .topics(listed, initial: text)) { $0.topics = topics }
    }

    /// Sets the interval of regular requests: `30m`, `2h`, `1d`, or nothing to follow the settings.
    func setInterval(of listed: ListedSource, to text: String) {
        let seconds = SourceInterval.seconds(in: text)
        guard text.isEmpty || seconds != nil else {
            onQuestion?(.interval(listed, initial: text))
            return session.messages.failure(.sourceIntervalWrong, .text(text))
        }
        let name = Message.Argument.text(listed.name)
        let message =
            seconds.map { localizer(.sourceIntervalSet, name, .text(SourceInterval.text(of: $0))) }
            ?? localizer(.sourceIntervalUsual, name)
        change(listed, saying: message, orAsk: .interval(listed, initial: text)) { $0.interval = seconds }
    }

    /// Changes a flag of a source, and says that it is set, or that it is not.
    func toggle(
        _ flag: WritableKeyPath<SourceDescription, Bool>, of listed: ListedSource, saying set: MessageKey,
        or unset: MessageKey
    ) {
        let key = listed.source[keyPath: flag] ? unset : set
        change(listed, saying: localizer(key, .text(listed.name))) { $0[keyPath: flag].toggle() }
    }

    /// Presents a source in the next way.
    func presentAsNext(_ listed: ListedSource) {
        let all = [nil] + PresentationStyle.allCases.map(Optional.some)
        let next = all.next(after: listed.source.presentedAs)
        let choice = next.map { localizer(Message("presentedAs.\($0.rawValue)")) } ?? localizer(.presentedByKind)
        change(listed, saying: localizer(.sourcePresented, .text(listed.name), .text(choice))) { $0.presentedAs = next }
    }

    /// Gives a source another address, which is checked first.
    func move(_ listed: ListedSource, to address: String) {
        guard address != listed.source.address else { return }
        let question = SourceQuestion.newAddress(listed, initial: address)
        session.messages.show(.sourceAdding, .text(address))
        change(orAsk: question) { [self] place in
            let moved: SourceDescription
            do {
                moved = try await manager.move(listed.id, to: address)
            } catch let several as SeveralSources {
                onQuestion?(question)
                return session.messages.show(.sourceSeveral, .text(several.address), .number(several.choices.count))
            }
            // Undo keeps the items of the new address: stored items do not say which address they came from.
            var before = moved
            (before.address, before.access) = (listed.source.address, listed.source.access)
            allowUndo(at: place, saying: localizer(.sourceAddressUndone, .text(listed.name))) { [manager, before] in
                try await manager.change(moved, to: before)
            }
            track.engine.refresh(.manual, of: [listed.id])
            session.messages.show(.sourceAddressSet, .text(listed.name), .text(moved.shownAddress))
        }
    }

    /// Requests a source without its name and password from now on, or says that it has none. Header fields stay, and so does
    /// the stored password, for undo.
    func logOut(of listed: ListedSource) {
        guard case .password? = listed.source.access?.authentication else {
            return session.messages.show(.sourceLoginNone, .text(listed.name))
        }
        let message = localizer(.sourceLoggedOut, .text(listed.name)) + " · " + localizer(.sourceUndoes)
        change(listed, saying: message) { source in
            source.access?.authentication = nil
            if source.access?.headers.isEmpty ?? true { source.access = nil }
        }
    }

    /// Requests a source with this name and password from now on.
    func logIn(to listed: ListedSource, user: String, password: String) {
        session.messages.show(.sourceLoggingIn, .text(listed.name))
        change(orAsk: .password(listed, user: user)) { [self] place in
            try await manager.logIn(to: listed.id, user: user, password: password)
            // The former login is not kept. Without this step, undo would take back an older change in its place.
            place.fill { [session] in session.localizer(.sourceLoginNotUndoable, .text(listed.name)) }
            track.engine.refresh(.manual, of: [listed.id])
            session.messages.show(.sourceLoggedIn, .text(listed.name), .text(user))
        }
    }
}
