import EngineConcepts
import Localization

/// A cause that several suppliers of a gap may share.
private nonisolated struct SharedCause {
    /// The cause without the source that its message names, and without the end of a rate limit. These may differ.
    let common: GapCause
    /// The cause of the first supplier.
    let first: GapCause
    var suppliers: [SupplierID]
    /// The different causes of the suppliers.
    var variants: Set<GapCause>
}

/// The rows of gaps.
nonisolated extension RowBuilder {
    /// Returns the row of a gap.
    ///
    /// - Parameters:
    ///   - parts: The gaps of the Track that it joins, or none if it is one.
    ///   - withheld: The number of stored tickets that the gap withholds.
    ///   - fill: The running fill, or `nil`.
    ///   - refresh: The progress of the running refresh, or `nil`. It loads the gap of an empty Track.
    func row(
        for gap: Gap, joining parts: [Gap] = [], withheld: Int = 0, fill: RunningFill? = nil,
        refresh: FillProgress? = nil, in context: Context
    ) -> GapRow {
        let inView = restrictedToView(gap, in: context)
        let sizes = sizes(of: gap, withheld: withheld, in: context)
        return GapRow(
            gap: gap,
            parts: parts.isEmpty ? [gap] : parts,
            size: sizes.first ?? "",
            briefSizes: Array(sizes.dropFirst()),
            sources: names(of: inView.missing.map(\.supplier), in: context),
            cause: cause(of: inView, in: context),
            activity: activity(of: gap, fill: fill, refresh: refresh))
    }

    /// Returns a gap with only those missing suppliers that belong to the view. A full gap in which none of them is missing
    /// keeps the others, because it withholds what the view shows.
    private func restrictedToView(_ gap: Gap, in context: Context) -> Gap {
        guard let shown = context.shownSuppliers else { return gap }
        let missing = gap.missing.filter { shown.contains($0.supplier) }
        return missing.isEmpty ? gap : Gap(timeframe: gap.timeframe, kind: gap.kind, missing: missing)
    }

    /// Returns the size of a gap with the number of tickets that it withholds, then shorter forms for narrow screens.
    private func sizes(of gap: Gap, withheld: Int, in context: Context) -> [String] {
        let waiting = withheld > 0 ? ", " + localizer(.gapWaiting, .number(withheld)) : ""
        if gap.kind == .partial { return partialSizes(of: gap, in: context).map { $0 + waiting } }
        let size = fullSize(of: gap, in: context)
        return waiting.isEmpty ? [size] : [size + waiting, size]
    }

    /// Returns the names of suppliers, then shorter forms for narrow screens: `Kerb Notes, Pit Wall and 3 more`,
    /// `Kerb Notes and 4 more`, `Kerb N… and 4 more` if the first name is long, `5 sources`.
    private func nameForms(of suppliers: [SupplierID], in context: Context) -> [String] {
        let names = isolatedNames(of: suppliers, in: context)
        guard let first = suppliers.first.map(context.name) else { return [""] }
        let isSeveral = names.count > 1
        func form(_ name: String) -> String {
            isSeveral ? localizer(.gapMore, .text(name), .number(names.count - 1)) : name
        }
        let cut = [24, 12].filter { $0 < first.count }.map { localizer.isolated(String(first.prefix($0)) + "…") }
        var forms = [self.names(of: suppliers, in: context)]
        if isSeveral { forms.append(form(names[0])) }
        forms += cut.map(form)
        if isSeveral || !cut.isEmpty { forms.append(localizer(.sourceCount, .number(names.count))) }
        return forms
    }

    private func fullSize(of gap: Gap, in context: Context) -> String {
        if let duration = gap.timeframe.duration { return localizer(.gapSize, .text(texts.duration(duration))) }
        guard gap.timeframe.start.isFinite else { return localizer(.gapNothingLoaded) }
        return localizer(.gapOlder, .text(texts.moment(gap.timeframe.start, at: context.now)))
    }

    /// Returns the size of a partial gap with the names of its sources, `Kerb Notes not loaded 17:57–09:02`, and shorter forms.
    private func partialSizes(of gap: Gap, in context: Context) -> [String] {
        guard gap.timeframe.start.isFinite else {
            return nameForms(of: gap.missing.map(\.supplier), in: context).map { localizer(.gapOfUnloaded, .text($0)) }
        }
        let key: MessageKey
        let time: String
        if gap.timeframe.end.isFinite {
            (key, time) = (.gapPartial, texts.span(from: gap.timeframe.end, to: gap.timeframe.start, at: context.now))
        } else {
            (key, time) = (.gapPartialOpen, texts.moment(gap.timeframe.start, at: context.now))
        }
        return nameForms(of: gap.missing.map(\.supplier), in: context).map { localizer(key, .text($0), .text(time)) }
    }

    /// Returns the cause of a gap if it is the same for all suppliers, otherwise each cause with the names of its suppliers.
    private func cause(of gap: Gap, in context: Context) -> String? {
        let causes = sharedCauses(of: gap)
        guard let first = causes.first else { return nil }
        if context.isOffline { return localizer(.offline) }
        if causes.count == 1, first.suppliers.count == Set(gap.missing.map(\.supplier)).count {
            let text = text(of: first, in: context)
            // The names of up to three stand beside the cause.
            guard first.variants.count > 1, first.suppliers.count > 3 else { return text }
            return "\(localizer(.sourceCount, .number(first.suppliers.count))): \(text)"
        }
        // The screen of sources has the others in full.
        guard causes.count <= 2 else { return localizer(.causeSeveral, .number(causes.count)) }
        return
            causes.map { cause in
                let names = names(of: cause.suppliers, in: context)
                let message = text(of: cause, in: context)
                // Some messages are whole sentences; here they become a part of one.
                let phrase = message.hasSuffix(".") ? String(message.dropLast()) : message
                return Self.text(phrase, beginningWith: names)
            }
            .joined(separator: "; ")
    }

    /// Returns an error with the names of its sources before it, which most messages begin with already.
    static func text(_ error: String, beginningWith names: String) -> String {
        error.hasPrefix(names) ? error : "\(names): \(error)"
    }

    /// Returns the causes of a gap with their suppliers. Errors that differ only in the source that they name are one, and
    /// so are rate limits with different ends.
    private func sharedCauses(of gap: Gap) -> [SharedCause] {
        var causes: [SharedCause] = []
        for missing in gap.missing where missing.cause != .notAsked {
            let common = missing.cause.withoutSource
            if let index = causes.firstIndex(where: { $0.common == common }) {
                causes[index].suppliers.append(missing.supplier)
                causes[index].variants.insert(missing.cause)
            } else {
                causes.append(
                    SharedCause(
                        common: common, first: missing.cause, suppliers: [missing.supplier],
                        variants: [missing.cause]))
            }
        }
        return causes
    }

    /// Returns a cause in words, without the source that its message begins with. Within the message, the first source stands
    /// for the others. Of several ends of rate limits, none is named.
    private func text(of shared: SharedCause, in context: Context) -> String {
        if case .rateLimited = shared.common, shared.variants.count > 1 { return causeText(shared.common, in: context) }
        let cause = shared.first.mapMessage { localizer.shared($0, with: shared.variants.count - 1) }
        return causeText(cause, of: shared.suppliers, in: context)
    }

    /// Returns a cause in words, for use beside the names of its suppliers.
    func causeText(_ cause: GapCause, of suppliers: [SupplierID] = [], in context: Context) -> String {
        switch cause {
        case .notAsked: localizer(.causeNotRequested)
        case .slow: localizer(.causeSlow)
        case .failed(let message): failureText(message, of: suppliers, in: context)
        case .rateLimited(let until):
            until.map { localizer(.causeRateLimitedUntil, .text(texts.moment($0, at: context.now))) }
                ?? localizer(.causeRateLimited)
        case .notAuthorised(let message):
            textWithoutSource(message, of: suppliers) ?? localizer(.causeNotAuthorised, .message(message))
        case .agedOut(let lost): lost.map { localizer(.causeAgedOutCount, .number($0)) } ?? localizer(.causeAgedOut)
        case .tooDense: localizer(.causeTooDense)
        case .outOfReach: localizer(.causeOutOfReach)
        }
    }

    /// Returns the message without the source that it begins with, as a sentence about each if there are several suppliers.
    /// `nil` if it begins otherwise.
    private func textWithoutSource(_ message: Message, of suppliers: [SupplierID]) -> String? {
        suppliers.count > 1 ? localizer.ofEach(message) : localizer.withoutHost(message)
    }

    /// Returns the message of a failure, with the time of the next attempt after an error of the server.
    private func failureText(_ message: Message, of suppliers: [SupplierID], in context: Context) -> String {
        let text = textWithoutSource(message, of: suppliers) ?? localizer(.causeFailed, .message(message))
        let attempts = suppliers.compactMap { context.suppliers[$0]?.backoff(at: context.now)?.until }
        guard message.reason == .serverError, let next = attempts.min() else { return text }
        return localizer(.causeNextAttempt, .text(text), .text(texts.moment(next, at: context.now)))
    }

    private func activity(of gap: Gap, fill: RunningFill?, refresh: FillProgress?) -> GapRow.Activity {
        switch fill?.state {
        case .queued: return .filling(localizer(.gapQueued), nil)
        case .filling: return .filling(localizer(.gapFilling), fill?.progress)
        case .cancelling: return .filling(localizer(.gapCancelling), nil)
        case .done, .failed, .cancelled, nil: break
        }
        if let refresh, gap.isOfEmptyTrack { return .filling(localizer(.gapAwaited), refresh) }
        guard gap.canBeFilled else { return .unfillable(localizer(.gapCannotFill)) }
        let canRetry = gap.missing.contains { $0.cause != .notAsked && $0.cause.canBeFilled }
        return .idle(offer: localizer(canRetry ? .gapRetry : .gapFill))
    }
}
