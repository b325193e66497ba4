import EngineConcepts
import Localization
import TerminalKit
import ViewModels

extension Transcript {
    init(_ state: TimelineState, localizer: Localizer) {
        let header = state.header
        let topics = header.topics.filter(\.isChosen).map(\.name)
        location = Location(
            // With topics chosen, "All" would be wrong.
            name: ((header.isLimited || topics.isEmpty ? [header.view] : []) + topics).joined(separator: ", "),
            details: header.unread.map {
                "\(localizer.grouped($0)) \(localizer(.unreadOf, .text(localizer.grouped(header.total ?? $0))))"
            } ?? "", readsDetailsOnce: true)
        once = [state.banner].compactMap(\.self)
        notices = [
            header.combination, header.newAbove > 0 ? localizer(.newAbove, .number(header.newAbove)) : nil,
        ]
        .compactMap(\.self)
        // Before the first rows the state of the filter is unknown.
        let isKnown = if case .words = state.body { false } else { true }
        if let filter = header.filter, isKnown {
            let value = filter.state == .off ? localizer(.filterOff) : localizer(.saidOn)
            notices.append("\(localizer(.filterShort)) \(value)")
        }
        switch state.body {
        case .notice(let title, let hints), .failure(let title, let hints): notices += [title] + hints
        case .words, .content: break
        }
        // Last, since it waits for an answer.
        if let question = state.question { notices.append(question) }
        // While another view loads, the old item is not news.
        guard !state.awaitsView else { return }
        item = state.current.map { row in
            switch row {
            case .ticket(let row): Item(row, localizer: localizer)
            case .gap(let row): Item(row)
            }
        }
    }
}

extension Transcript.Item {
    init(_ row: TicketRow, localizer: Localizer) {
        let name = row.byline.map { [$0.name, $0.handle].compactMap(\.self).joined(separator: " ") }
        let heading = row.title ?? name ?? row.source
        // Leaves out repeated names: a source and its author may share one, and it may be the heading already.
        let names = [row.source, row.title == nil ? nil : name].compactMap(\.self).filter { $0 != heading }
        let origin = names.prefix(1) + names.dropFirst().filter { $0 != row.source }
        let notes = row.badges + [row.editedBadge].compactMap(\.self)
        let details = [row.time.text, row.context?.text].compactMap(\.self)
        lines = [heading, (origin + details + notes).joined(separator: ", ")]
        lines += row.notes.map { localizer(.saidNote, .text($0.line)) }
        switch row.emphasis {
        case .plain: break
        case .highlighted(let rule): lines.append(rule)
        case .muffled(let rule): lines.append("\(localizer(.muffledBadge)): \(rule)")
        }
        if let warning = row.warning { lines.append(warning) } else { lines += row.excerpt.blocks.map(\.text) }
        if let quote = row.quote { lines.append("\(quote.name): \(quote.text.plainText)") }
        lines += [row.alsoOn].compactMap(\.self)
        let facts = row.facts.map { $0.text(in: localizer) }
        if !facts.isEmpty { lines.append(facts.joined(separator: ", ")) }
        lines.removeAll(where: \.isEmpty)
        id = "\(row.id) \(row.title ?? "") \(row.warning ?? row.excerpt.plainText)"
        states = row.marks.said(in: localizer) + row.reactions.map { $0.said(in: localizer) }
    }

    init(_ row: GapRow) {
        id = "\(row.id)"
        // The size of a partial gap names its sources, and so may the cause.
        let isNamed = row.size.hasPrefix(row.sources) || row.cause?.hasPrefix(row.sources) == true
        lines = [row.size, [isNamed ? nil : row.sources, row.cause].compactMap(\.self).joined(separator: ": ")]
            .filter { !$0.isEmpty }
        states =
            switch row.activity {
            case .idle(let offer): [offer]
            case .unfillable(let text): [text]
            case .filling(let text, _): [text]
            }
    }
}

extension Marks {
    /// Returns the marks and actions on a ticket, in words.
    func said(in localizer: Localizer) -> [String] {
        [localizer(isRead ? .saidRead : .saidUnread)]
            + [isStarred ? localizer(.saidStarred) : nil, isLater ? localizer(.saidLater) : nil].compactMap(\.self)
    }
}

extension ReactionMark {
    /// Returns a reaction of the user to a ticket, in words.
    func said(in localizer: Localizer) -> String {
        let word =
            switch reaction {
            case .like: localizer(isSet ? .saidLiked : .saidNotLiked)
            case .boost: localizer(isSet ? .saidBoosted : .saidNotBoosted)
            case .bookmark: localizer(isSet ? .saidBookmarked : .saidNotBookmarked)
            }
        return switch progress {
        case .settled: word
        case .underWay: "\(word) …"
        case .uncertain: "\(word) ?"
        }
    }
}
