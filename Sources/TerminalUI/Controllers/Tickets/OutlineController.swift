import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

/// Controls an outline: a thread, or the posts of a person.
final class OutlineController: ModelController<OutlineViewModel>, RowsController, CurrentTicketShowing {
    let contexts = KeyContext.thread.screenContexts
    var question: String? { model.state.question }
    var isLeftWhileLoading: Bool { model.isWaitingForPosts }

    private var cachedMeasures = CachedValue<[OutlineRow], OutlineScreen.Measures>()

    private var measures: OutlineScreen.Measures {
        cachedMeasures.value(for: model.state.body.content?.rows ?? []) { OutlineScreen.Measures($0) }
    }

    private var hints: [KeyHint] {
        var omitted: Set<Command> = measures.hasBranches ? [] : Self.branchCommands
        var variants: [Command: String] = [:]
        switch model.state.current?.content {
        case .post(let post): if post.marks.isRead { variants[.toggleRead] = "unread" }
        case .profile(let profile):
            omitted.formUnion(Self.postCommands)
            if profile.page == nil, profile.proposals.isEmpty { omitted.insert(.open) }
            variants[.open] = profile.proposals.isEmpty ? "page" : "person"
        case .gap(let gap):
            omitted.formUnion(Self.postCommands)
            guard case .idle = gap.activity else {
                omitted.insert(.open)
                break
            }
            if case .offer = model.state.current?.id { variants[.open] = "offer" } else { variants[.open] = "gap" }
        case nil: break
        }
        return ui.texts.hints(in: contexts, without: omitted, variants: variants)
    }

    private func drawing(_ hints: [KeyHint] = []) -> OutlineScreen {
        OutlineScreen(appearance: ui.appearance, layout: ui.outlineLayout, hints: hints, measures: measures)
    }

    /// The hinted commands that need a post under the cursor.
    private static let postCommands: Set<Command> = ["open-in-browser", "links", .toggleRead, "toggle-star"]

    /// The hinted commands that need a tree. The posts of a person are a list.
    private static let branchCommands: Set<Command> = [.toggleFold, "next-reply", "parent"]
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    func layout(in area: Rect) {
        let rows = Bars.content(of: area)
        send(.resize(width: rows.width, height: rows.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing(hints).draw(model.state, in: area, of: &buffer)
        return nil
    }

    func drawWithoutKeys(in area: Rect, isBesideList: Bool, of buffer: inout CellBuffer) {
        drawing().draw(model.state, in: area, of: &buffer)
    }

    func clickAction(at point: Point, in area: Rect) -> OutlineAction? {
        guard let row = drawing().row(at: point, of: model.state, in: area) else { return nil }
        return row.id == model.state.current?.id ? .open : .select(row.id)
    }

    nonisolated static let commands = CommandGroup(
        .thread,
        [Row(.open, ["enter"], hint: true, sends: .open)]
            + Row.scrolling { $0.send(.move($1)) }
            + [
                Row(.toggleFold, ["tab"], hint: true, sends: .toggleReplies),
                Row("toggle-all-folds", ["shift-tab", "-"], sends: .toggleAllReplies),
                Row("next-unread", ["n"], hint: true, sends: .unread(.older)),
                Row("previous-unread", ["p"], sends: .unread(.newer)),
                Row("next-reply", ["J", "]"], hint: true) { $0.send(.sibling($1.times)) },
                Row("previous-reply", ["K", "["]) { $0.send(.sibling(-$1.times)) },
                Row("parent", ["^"], hint: true, sends: .parent),
                Row("opened-post", ["."], sends: .opened),
                Row("next-gap", ["}"], sends: .gap(.older)),
                Row("previous-gap", ["{"], sends: .gap(.newer)),
                Row("author", ["a"], sends: .ticket(.show(.author))),
                Row(.refresh, ["r"], sends: .refresh),
                Row("mark-all-read", ["A"], sends: .markAllRead),
                Row("density", ["d"], sends: .cycleDensity),
                Row("times", ["ctrl-t"], sends: .toggleTimes),
                Row(bindingOnly: "back", ["escape"]),
            ])
}
