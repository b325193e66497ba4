import EngineConcepts

/// What the engine tells.
extension TimelineViewModel {
    /// Takes note of an event.
    func receive(_ event: EngineEvent) {
        if case .progress = event { isProgressing = true }
        defer { isProgressing = false }
        switch event {
        case .fill(let id, let gap, let state):
            let wasAsked = fills.note(id, gap: gap, state: state)
            if wasAsked, let outcome = builder.outcome(of: state, isRefresh: gap == nil, in: context) {
                services.messages.say(outcome.words, isWrong: outcome.isWrong)
            }
            refreshGapRows()
        case .progress(let id, let progress):
            // That of a refresh, which comes a thousand times a second, is said in the bar alone.
            if fills.note(id, progress: progress) { refreshGapRows() }
        case .committed(let changes, let snapshot):
            committed(changes, snapshot)
        case .action(let action):
            services.actions.note(action)
        case .supplierFailed(_, let error, _):
            services.messages.log(error)
        case .failure(let message):
            services.messages.problem(message)
        }
        publish()
    }

    /// Takes what was remembered, and how the engine stands.
    func restore() async {
        let snapshot = await services.engine.snapshot
        if self.snapshot.map({ $0.version < snapshot.version }) ?? true { self.snapshot = snapshot }
        do {
            let preferences = services.preferences
            try await services.settings.restore()
            density = services.settings.density
            timeStyle = services.settings.timeStyle
            pictureUse = services.settings.pictureUse
            let unreadOnly = try await preferences.value(.unreadOnly) == "true"
            filter.change {
                $0.folds = services.settings.folds
                $0.unreadOnly = unreadOnly
            }
            showsPerformance = try await preferences.value(.vitals) == "true"
            lookForStories()
            try await restoreLabels()
            if let text = try await preferences.value(.position), !text.isEmpty {
                let position = try ReadingPosition(text: text)
                follow = (position.row, position.place)
                scroller.restore(line: position.line)
            }
        } catch {
            // Without its memory the timeline opens at the top; nothing else depends on it.
            services.messages.log(.readFailed, error)
        }
        recount()
    }

    /// Remembers where the reader is, where that has changed.
    func rememberPosition() {
        guard let current = scroller.current else { return }
        let position = ReadingPosition(place: current.place, row: current.id, line: scroller.line)
        guard position != remembered else { return }
        remembered = position
        do {
            services.preferences.set(.position, to: try position.text())
        } catch {
            services.messages.log(.writeFailed, error)
        }
    }

    private func committed(_ changes: TrackChanges, _ snapshot: TrackSnapshot) {
        let known = suppliers.keys
        self.snapshot = snapshot
        if suppliers.keys != known { services.presenters.forget() }
        noteArrivals(changes)
        followFilledGap(changes, snapshot)
        failure = nil
        reading.isStale = true
        drive()
        recount()
    }

    /// Where the cursor is on a gap that is gone, it goes to the first row that came in its place: the newest one, or
    /// the oldest where the gap was filled from below. Where none came, to what is left of the gap.
    private func followFilledGap(_ changes: TrackChanges, _ snapshot: TrackSnapshot) {
        guard let gap = scroller.current?.gap?.gap, changes.removed.contains(.gap(gap.id)), follow == nil else {
            return
        }
        let side = filledFrom.removeValue(forKey: gap.id) ?? .newer
        let came = changes.inserted.filter { insertion in
            guard case .ticket(let id) = insertion.row, gap.timeframe.contains(insertion.place.time) else {
                return false
            }
            return view.suppliers?.contains(id.supplier) ?? true
        }
        let first = came.map(\.place).min().flatMap { place in came.first { $0.place == place } }
        let last = came.map(\.place).max().flatMap { place in came.first { $0.place == place } }
        if let target = side == .newer ? first : last {
            follow = (target.row, target.place)
        } else if let rest = snapshot.gaps.first(where: { $0.timeframe.intersection(gap.timeframe) != nil }) {
            follow = (.gap(rest.id), .gap(rest.id))
        }
    }
}
