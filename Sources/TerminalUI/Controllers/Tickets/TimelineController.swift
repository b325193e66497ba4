import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

/// Controls the timeline.
final class TimelineController: ModelController<TimelineViewModel>, RowsController, CurrentTicketShowing,
    ResultSeeking
{
    var contexts: [KeyContext] {
        (model.state.searchQuery == nil ? KeyContext.timeline : .timelineMatches).screenContexts
    }

    var question: String? { model.state.question }

    private var hints: [KeyHint] {
        let current = model.state.current
        var omitted: Set<Command> = []
        var variants: [Command: String] = [:]
        switch model.state.body {
        case .notice, .failure: omitted = [.open, "top", "next-unread", "next-gap"]
        // Keys that are pressed while the rows load apply to them.
        case .words, .content: break
        }
        if current?.ticket?.marks.isRead == true { variants[.toggleRead] = "unread" }
        switch current?.gap?.activity {
        case .idle: variants[.open] = "gap"
        case .unfillable, .filling: omitted.insert(.open)
        case nil: break
        }
        return ui.texts.hints(in: contexts, without: omitted, variants: variants)
    }

    private func drawing(_ hints: [KeyHint] = [], isBesideList: Bool = false) -> TimelineScreen {
        TimelineScreen(
            appearance: ui.appearance, layout: ui.timelineLayout, hints: hints, isBesideList: isBesideList)
    }

    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    private func parts(of area: Rect) -> TimelineScreen.Parts {
        TimelineScreen.parts(of: area, banner: model.state.banner)
    }

    func layout(in area: Rect) {
        let rows = parts(of: area).rows
        send(.resize(width: rows.width, height: rows.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing(hints).draw(model.state, in: area, of: &buffer)
        return nil
    }

    func drawWithoutKeys(in area: Rect, isBesideList: Bool, of buffer: inout CellBuffer) {
        drawing(isBesideList: isBesideList).draw(model.state, in: area, of: &buffer)
    }

    /// Goes one step back within the timeline: cancels loading that the user started, ends a search, returns from a single
    /// source to all sources, or shows all items again. Returns false if there is nothing to go back from.
    func stepBack() -> Bool {
        if model.canCancelLoading || model.state.searchQuery != nil {
            send(.cancel)
        } else if !showAllSources() {
            guard model.isRestricted else { return false }
            send(.showAll)
        }
        return true
    }

    /// Returns from a single source to all sources. Returns false if all sources are shown already.
    func showAllSources() -> Bool {
        guard model.currentView.suppliers != nil else { return false }
        send(.toggleOnlySource)
        return true
    }

    func seekResult(_ direction: ReadDirection) { send(.seekMatch(direction)) }

    func clickAction(at point: Point, in area: Rect) -> TimelineAction? {
        let bar = parts(of: area).top
        if bar.contains(point) {
            return TimelineBar(appearance: ui.appearance).action(at: point.x - bar.x, of: model.state.header, in: bar)
        }
        guard let row = drawing().row(at: point, of: model.state, in: area) else { return nil }
        return row.id == model.state.current?.id ? .open : .select(row.id)
    }
}

// MARK: Commands

nonisolated extension TimelineController {
    static let commands = CommandGroup(
        .timeline, [Row(.open, ["enter"], hint: true, sends: .open)] + movement + loading + filters + marks + display)

    private static let movement: [Row] =
        Row.scrolling(hintsTop: true) { $0.send(.move($1)) }
        + [
            Row("next-unread", ["n"], hint: true, leadsToTimeline: true, sends: .seek(.unread, .older)),
            Row("previous-unread", ["p"], leadsToTimeline: true, sends: .seek(.unread, .newer)),
            Row("next-gap", ["}"], hint: true, leadsToTimeline: true, sends: .seek(.gap, .older)),
            Row("previous-gap", ["{"], leadsToTimeline: true, sends: .seek(.gap, .newer)),
            Row("next-late", [")"], leadsToTimeline: true, sends: .seek(.late, .older)),
            Row("previous-late", ["("], leadsToTimeline: true, sends: .seek(.late, .newer)),
            Row("next-unread-source", [">"], leadsToTimeline: true) {
                $1.host.flow?.sourceList.send(.showNextUnread(fromCursor: false))
            },
            Row("next-source", ["]"], sends: .seekOtherSource(.older)),
            Row("previous-source", ["["], sends: .seekOtherSource(.newer)),
            Row(
                .goTo, ["ctrl-g"], leadsToTimeline: true,
                argument: .date { $0.flow?.timeline.send(.goTo($1)) }
            ) { $1.host.openCommandLine(for: .goTo) },
        ]

    private static let loading: [Row] = [
        Row(.refresh, ["r"], hint: true, leadsToTimeline: true, sends: .refresh),
        Row("add", ["a"], argument: .text(.address) { $0.addSource(at: $1) }, anywhere: { $0.addSource(at: nil) }),
        Row(.fillFromBelow, ["alt-enter"]) { screen, call in
            screen.send(.fill(.older, call.count.map { .count($0) } ?? .pool))
        },
        Row(.fillAll, ["F"], sends: .fill(.newer, .all)),
        Row(
            .fillUntil, ["alt-g"],
            argument: .date(includesDay: true) { $0.flow?.timeline.send(.fill(.newer, .until($1))) }
        ) { screen, call in if screen.model.isOnGap() { call.host.openCommandLine(for: .fillUntil) } },
        Row("dismiss-gap", sends: .dismissGap),
        Row("dismiss-source-gaps", sends: .dismissGapsOfSource),
        Row("show-gaps", leadsToTimeline: true, sends: .showDismissedGaps),
        Row(.cancel, ["escape"], sends: .cancel),
    ]

    private static let filters: [Row] = [
        Row(.filter, ["x"], hint: true, leadsToTimeline: true, sends: .toggleFilter),
        Row("filtered", ["X"], leadsToTimeline: true, opens: .filtered),
        Row("topics", ["t"], hint: true, leadsToTimeline: true, argument: .topic, sends: .openTopics),
        Row(numbered: "topic") { $0.send(.toggleTopic($1.digit)) },
        Row("all-topics", ["0"], leadsToTimeline: true, sends: .showTopics([])),
        Row("combine-topics", ["&"], leadsToTimeline: true, sends: .toggleCombination),
        Row(
            "search", ["/"], hint: true, argument: .text(.query) { $0.flow?.openSearch($1) },
            elsewhere: { $0.flow?.openSearch() }, action: { $1.host.flow?.openSearch() }),
    ]

    private static let marks: [Row] = [
        Row("mark-above-read", ["c"], sends: .markRead(.above)),
        Row("mark-visible-read", ["V"], sends: .markRead(.visible)),
        Row("mark-below-read", ["C"], sends: .markRead(.below)),
        Row("mark-all-read", ["A"], leadsToTimeline: true, sends: .markRead(.all)),
    ]

    private static let display: [Row] = [
        Row("browse-sources", ["L"], leadsToTimeline: true, opens: .sourceList),
        Row("sidebar", ["alt-l"], leadsToTimeline: true) { $1.host.toggleSidebar() },
        Row("unread-only", ["M"], leadsToTimeline: true, sends: .toggleUnreadOnly),
        Row("starred-only", ["*"], leadsToTimeline: true, sends: .toggleStarredOnly),
        Row("later-only", ["W"], leadsToTimeline: true, sends: .toggleLaterOnly),
        Row("only-source", ["s"], leadsToTimeline: true, argument: .source, sends: .toggleOnlySource),
        Row("density", ["d"], hint: true, leadsToTimeline: true, argument: .density, sends: .cycleDensity),
        Row("order", ["~"], leadsToTimeline: true, sends: .toggleOrder),
        Row("times", ["ctrl-t"], leadsToTimeline: true, argument: .timeStyle, sends: .toggleTimes),
    ]
}

nonisolated extension CommandArgument {
    fileprivate static let density = name(of: { named(Density.allCases, in: $0) }) { $0.session.settings.density = $1 }

    fileprivate static let timeStyle = name(of: { named(TimeStyle.allCases, in: $0) }) {
        $0.session.settings.timeStyle = $1
    }

    @MainActor private static func named<Choice: RawRepresentable<String>>(
        _ choices: [Choice], in host: any CommandHost
    ) -> [(name: String, value: Choice)] {
        let texts = SettingTexts(localizer: host.session.localizer)
        return choices.map { (name: texts.text(of: $0.rawValue), value: $0) }
    }
}
