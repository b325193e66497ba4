import EngineConcepts
import FiberConfiguration
import Localization
import WebText

/// The changes of the source under the cursor.
extension SourceManagerViewModel {
    /// Follows the sources of a list in a local file. The history has everything that was left out of it.
    func importList(at path: String) {
        guard mayEdit() else { return }
        session.messages.show(.onboardingReadingList, .text(path))
        session.activity.run { [self] in
            defer { reading.run() }
            do {
                report(try await manager.follow(listAt: path), ofListAt: path)
            } catch {
                // The path can be corrected, unless something else is being typed by now.
                if openQuestion == nil { ask(.list(initial: path)) }
                session.messages.failure(error)
            }
        }
    }

    private func report(_ outcome: ListOutcome, ofListAt path: String) {
        let localizer = session.localizer
        for warning in outcome.warnings { session.messages.log(localizer(warning), .note) }
        session.messages.show(
            outcome.summary(ofListAt: path, localizer), isError: outcome.count == 0 && !outcome.warnings.isEmpty)
        if outcome.count > 0 { track.engine.refresh() }
    }

    func rename(_ source: SourceDescription, to text: String) {
        var renamed = source
        renamed.name = text.isEmpty ? nil : text
        let name = renamed.name ?? statuses[source.id]?.sourceName ?? renamed.shownName
        put(renamed, before: source, saying: session.localizer(.sourceRenamed, .text(name)))
    }

    /// Sets the topics of a source. The message says which ones are new, because a name may be misspelt.
    func setTopics(of source: SourceDescription, to text: String) {
        let known = knownTopics
        var sorted = source
        sorted.topics = SourceQuestion.topics(in: text, known: known)
        let name = self.name(of: source)
        let topics = sorted.topics.joined(separator: ", ")
        let new = sorted.topics.filter { !known.contains($0) }.joined(separator: ", ")
        var message =
            sorted.topics.isEmpty
            ? session.localizer(.sourceTopicsCleared, .text(name))
            : session.localizer(.sourceTopicsSet, .text(name), .text(topics))
        if !new.isEmpty { message += " · " + session.localizer(.sourceTopicsNew, .text(new)) }
        put(sorted, before: source, saying: message)
    }

    /// Gives a source another address, which is checked first. Can be undone.
    func move(_ source: SourceDescription, to address: String) {
        guard address != source.address else { return }
        let name = self.name(of: source)
        session.messages.show(.sourceAdding, .text(address))
        change { [self] place in
            let moved: SourceDescription
            do {
                moved = try await manager.move(source.id, to: address)
            } catch {
                // The address can be corrected, unless something else is being typed by now.
                if openQuestion == nil { ask(.newAddress(source, shown: name, initial: address)) }
                guard let several = error as? SeveralSources else { throw error }
                return session.localizer(.sourceSeveral, .text(several.address), .number(several.choices.count))
            }
            allowUndo(at: place, saying: session.localizer(.sourceAsBefore, .text(name))) { [manager] in
                try await manager.put(source)
            }
            track.engine.refresh(.manual, of: [source.id])
            return session.localizer(.sourceAddressSet, .text(name), .text(moved.shownAddress))
        }
    }

    /// Sets the interval of regular requests: `30m`, `2h`, `1d`, or nothing to follow the settings. Can be undone.
    func setInterval(of source: SourceDescription, to text: String) {
        let name = self.name(of: source)
        var changed = source
        if text.isEmpty {
            changed.interval = nil
        } else if let seconds = SourceInterval.seconds(in: text) {
            changed.interval = seconds
        } else {
            ask(.interval(source, shown: name, initial: text))
            return session.messages.failure(.sourceIntervalWrong, .text(text))
        }
        let message =
            changed.interval == nil
            ? session.localizer(.sourceIntervalUsual, .text(name))
            : session.localizer(.sourceIntervalSet, .text(name), .text(SourceQuestion.interval(of: changed)))
        put(changed, before: source, saying: message)
    }

    func toggleFilter() {
        toggle(\.isFiltered, saying: .sourceIsFiltered, or: .sourceIsUnfiltered)
    }

    func togglePause() {
        toggle(\.isPaused, saying: .sourcePaused, or: .sourceResumed)
    }

    /// Changes a flag of the source under the cursor, and says that it is set, or that it is not.
    private func toggle(
        _ flag: WritableKeyPath<SourceDescription, Bool>, saying set: MessageKey, or unset: MessageKey
    ) {
        guard mayEdit(), let before = currentSource else { return }
        var source = before
        source[keyPath: flag].toggle()
        let name = name(of: before)
        put(source, before: before, saying: session.localizer(source[keyPath: flag] ? set : unset, .text(name)))
    }

    /// Refreshes the source under the cursor.
    func refresh() {
        guard let source = currentSource else { return }
        guard !source.isPaused, statuses[source.id] != nil else {
            return session.messages.show(.sourceListPaused, .text(name(of: source)))
        }
        refreshes.start(of: [source.id])
    }

    /// Returns the name of a source in the list.
    func name(of source: SourceDescription) -> String {
        state.rows?.first { $0.id == source.id }?.name ?? source.shownName
    }

    /// Follows a source with its new description. Can be undone.
    func put(_ source: SourceDescription, before: SourceDescription, saying message: String) {
        guard source != before else { return }
        let name = self.name(of: before)
        change { [self] place in
            try await manager.put(source)
            track.presenters.change()
            allowUndo(at: place, saying: session.localizer(.sourceAsBefore, .text(name))) { [manager, track] in
                try await manager.put(before)
                track.presenters.change()
            }
            return message
        }
    }

    // MARK: Login

    func askForPassword(of user: String, at source: SourceDescription) {
        // In a header field, the name ends at the first colon.
        guard !user.contains(":") else { return session.messages.show(.sourceUserWrong) }
        if !user.isEmpty { ask(.password(source, user: user)) }
    }

    func logIn(to source: SourceDescription, user: String, password: String) {
        let name = self.name(of: source)
        session.messages.show(.sourceLoggingIn, .text(name))
        change { [self] place in
            do {
                try await manager.logIn(to: source.id, user: user, password: password)
            } catch {
                // The password can be typed again, unless something else is being typed by now.
                if openQuestion == nil { ask(.password(source, user: user)) }
                throw error
            }
            // The former login is not kept. Without this step, undo would take back an older change in its place.
            place.fill { [session] in session.localizer(.sourceLoginNotUndoable, .text(name)) }
            track.engine.refresh(.manual, of: [source.id])
            return session.localizer(.sourceLoggedIn, .text(name), .text(user))
        }
    }

    func showGaps() {
        guard let source = currentSource else { return }
        guard track.gaps.dismissed.ranges[source.id] != nil else { return session.messages.show(.gapsNotDismissed) }
        let undone = session.localizer(.sourceGapsShownUndone, .text(name(of: source)))
        track.gaps.change(undone: undone) { $0.restore(source.id) }
        session.messages.show(.sourceGapsShown, .text(name(of: source)))
    }

    func presentAsNext() {
        guard mayEdit(), let before = currentSource else { return }
        let all = [nil] + PresentationStyle.allCases.map(Optional.some)
        var source = before
        source.presentedAs = all.next(after: before.presentedAs)
        let localizer = session.localizer
        let choice = localizer(source.presentedAs?.messageKey ?? .presentedByKind)
        put(source, before: before, saying: localizer(.sourcePresented, .text(name(of: before)), .text(choice)))
    }
}

extension PresentationStyle {
    fileprivate var messageKey: MessageKey {
        switch self {
        case .articles: .presentedAsArticles
        case .posts: .presentedAsPosts
        case .stories: .presentedAsStories
        case .lines: .presentedAsLines
        }
    }
}
