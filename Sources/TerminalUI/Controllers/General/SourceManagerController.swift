import Coordinators
import TerminalKit
import ViewModels

/// Controls the screen of sources, where the user's list is changed; a slash filters it.
final class SourceManagerController: ListController<SourceManagerViewModel>, PromptAnswering, TextSearching,
    ListScrolling
{
    let contexts = KeyContext.sources.screenContexts
    let isLeftWhileLoading = true
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var searchLine: InputLine?
    private var measures = CachedValue<[SourceRow], SourceManagerScreen.Measures>()
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        var impossible: Set<Command> = model.canAdd ? [] : ["add"]
        if !model.isEditable { impossible.formUnion(["pause", "topics", "rename", "remove", "undo"]) }
        if model.state.rows?.isEmpty == true {
            impossible.formUnion([.open, .refresh, "pause", "topics", "rename", "remove"])
        }
        let lists = ui.lists(
            contexts, also: model.needsLogin ? [.login] : [], without: impossible,
            variants: model.isPaused ? ["pause": "resume"] : [:])
        let measures = self.measures.value(for: model.state.rows ?? []) { SourceManagerScreen.Measures($0) }
        return SourceManagerScreen(lists: lists, measures: measures)
            .draw(model.state, input: line, in: area, of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .sources,
        [
            Row("add", ["a"], hint: true) { $0.addSource(by: $1.host) },
            Row("import", ["I"]) { $0.importList(by: $1.host) },
            Row(.open, ["enter"], hint: true) { $0.showOnlyCurrent(in: $1.host.flow) },
            Row("pause", ["p"], hint: true, sends: .togglePause),
            Row("topics", ["t"], hint: true, sends: .askForTopics),
            Row("rename", ["e"], hint: true, sends: .askForName),
            Row(.login, ["l"], sends: .askForLogin),
            Row("address", ["u"], sends: .askForNewAddress),
            Row("interval", ["i"], sends: .askForInterval),
            Row(.filter, ["x"], sends: .toggleFilter),
            Row("show-as", ["v"], sends: .presentAsNext),
            Row("move-down", ["J"]) { $0.send(.reorder($1.times)) },
            Row("move-up", ["K"]) { $0.send(.reorder(-$1.times)) },
            Row("show-source-gaps", ["H"], sends: .showGaps),
            Row("remove", ["D"], hint: true, sends: .remove),
            Row(.refresh, ["r"], hint: true, sends: .refresh),
            Row("refresh-all", ["R"], sends: .refreshAll),
            Row("search", ["/"]) { screen, _ in screen.openLine() },
            Row("end-search", ["escape"]) { $0.endSearch($1) },
            Row("undo", ["U"], hint: true, sends: .undo),
        ])

    // The rows are between a heading, the legend and up to two lines of detail.
    override var rowsPerPage: Int { max(1, height - 4) }

    /// Asks for the address of a source. If the list cannot be changed, this may be the start of a first one.
    private func addSource(by host: any CommandHost) {
        if model.isEditable { send(.askForAddress) } else { host.addSource(at: nil) }
    }

    /// Asks for the path of a list. If the list of sources cannot be changed, this may be the start of a first one.
    private func importList(by host: any CommandHost) {
        if model.isEditable { send(.askForList) } else { host.importList(at: nil) }
    }

    private func showOnlyCurrent(in flow: TimelineCoordinator?) {
        guard let source = model.current else { return }
        flow?.backToTimeline()
        flow?.timeline.send(.showAlone(source, topic: nil))
    }

    func complete(_ answer: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool {
        model.complete(answer, by: count, use)
    }

    var searchText: String { model.state.search }
    func search(_ text: String) { send(.search(text)) }

    /// Takes pasted text: an address is a source to follow.
    func paste(_ text: String) -> Bool {
        if !isTyping {
            guard model.isEditable else { return false }
            send(.askForAddress)
        }
        changeLine { $0.insert(text) }
        return true
    }
}
