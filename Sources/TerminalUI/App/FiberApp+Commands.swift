import Coordinators
import EngineConcepts
import FiberConfiguration
import TerminalDriver
import TerminalKit
import ViewModels

/// The commands that hold on every screen.
extension FiberApp {
    private typealias Row = CommandRow<FiberApp>

    nonisolated static let everywhere = CommandGroup(
        .everywhere,
        [
            Row(.help, ["?"], hint: true, opens: .help),
            Row(.commandLine, [":"], hint: true) { app, _ in app.flow?.openCommandLine() },
            Row("new-post", ["P"], opens: .compose),
            Row("drafts", ["alt-p"], opens: .drafts),
            Row("sources", ["E"], argument: .source, opens: .sources),
            Row("import", argument: .text(.path) { $0.importList(at: $1) }) { app, _ in app.importList(at: nil) },
            Row("accounts", ["@"], opens: .accounts),
            Row("rules", opens: .rules),
            Row("settings", [","], opens: .settings),
            Row("messages", ["!"], opens: .messages),
            Row("edit-config") { app, _ in app.edit(app.session.configurationPath) },
            Row("edit-library") { app, _ in app.edit(app.services.sources.listPath) },
            Row(.theme, argument: .theme) { app, _ in app.openCommandLine(for: .theme) },
            Row("developer", opens: .developer),
            Row("performance") { app, _ in app.session.settings.togglePerformance() }
                .formerly("vitals"),
            Row("report-problem") { app, _ in app.services.reportProblem() },
            Row("credits", opens: .credits),
            Row("do-not-disturb") { app, _ in app.services.notifier.toggleDoNotDisturb() },
            Row("back", ["q"], hint: true) { app, _ in app.back() },
            Row(.quit, ["Q", "ctrl-c"]) { app, _ in app.coordinator?.close() }
                .typed(as: "q", "q!", "qa", "qa!", "wq", "x"),
            Row("redraw", ["ctrl-l"]) { app, _ in app.loop.redraw() },
            Row("suspend", ["ctrl-z"]) { app, _ in app.suspend() },
        ])

    /// The commands that can be typed now, with the arguments they accept.
    var typedCommands: [CommandEntry] { ui.texts.typedCommands(in: topContexts) { $0.choices(self) } }

    /// Performs a command on the top screen, or where it leads to.
    func perform(_ command: Command, count: Int? = nil, argument text: String = "") {
        // A key is resolved in the top screen's table. Only a typed command can be meant for another screen.
        let isForOther = choices.keymap.binding(for: command.rawValue, in: topContexts.map(\.rawValue)) == nil
        if isForOther, commands.leadsToTimeline(command.rawValue) { flow?.backToTimeline() }
        if !text.isEmpty, let argument = commands.argument(of: command.rawValue) {
            switch argument.read(self, text) {
            case .work(let work): return work(self)
            case .refused(let reason): return session.programs.fail(reason)
            }
        }
        let targets: [AnyObject] = (stack.top.map { [$0] } ?? []) + [self]
        commands.perform(command, in: topContexts, on: targets, CommandCall(host: self, count: count))
    }

    private func back() {
        // Back first returns from a single source to all sources.
        if (stack.top as? TimelineController)?.showAllSources() != true { flow?.back() }
    }
}

extension FiberApp: CommandHost {
    func refusal(by command: Command, of text: String) -> String? {
        guard !text.isEmpty else { return nil }
        guard let argument = commands.argument(of: command.rawValue) else {
            return session.localizer(.argumentNotTaken, .text(command.rawValue))
        }
        return if case .refused(let reason) = argument.read(self, text) { reason } else { nil }
    }

    func performTyped(_ command: Command, argument: String) {
        announcesSettings = true
        defer { announcesSettings = isLinear }
        perform(command, argument: argument)
    }

    func openCommandLine(for command: Command, argument: String) {
        flow?.openCommandLine("\(command.rawValue) \(argument)")
    }

    func onTicket(_ command: TicketCommand) {
        guard let screen = stack.top as? any TicketCommandPerforming else { return session.messages.show(.notATicket) }
        screen.perform(command)
    }

    var flow: TimelineCoordinator? { coordinator?.timeline }
    var themes: [Theme] { choices.themes }

    func addSource(at address: String?) {
        coordinator?.changeSources(address.map { .add($0) } ?? .askForAddress, or: address.map { .address($0) })
        if address != nil { keepAnswerWithTopScreen() }
    }

    func importList(at path: String?) {
        coordinator?.changeSources(path.map { .importList($0) } ?? .askForList, or: .list(path ?? ""))
        if path != nil { keepAnswerWithTopScreen() }
    }

    /// Lets the error of the line that was typed last go with the top screen, which asks for the same again.
    private func keepAnswerWithTopScreen() {
        if let top = stack.top { lastAnswer?.screen = ObjectIdentifier(top) }
    }

    /// Says that others have added sources to the user's library, and lets the key that adds sources open that timeline.
    public func ownSourcesAppeared() {
        coordinator?.ownSourcesAppeared()
        session.messages.show(.onboardingOwnSources)
    }

    func toggleSidebar() {
        guard let flow else { return }
        guard terminal.size.width >= ScreenStack.minimumWidthWithSidebar, !isLinear else {
            if !isLinear { session.messages.show(.sidebarNarrow, .number(ScreenStack.minimumWidthWithSidebar)) }
            return flow.open(.sourceList)
        }
        flow.sourceList.send(.togglePinned)
    }
}

nonisolated extension CommandArgument {
    fileprivate static let theme = name(
        of: { $0.themes.map { (name: $0.name, value: $0.name) } }, unknown: .themeUnknown
    ) { $0.session.settings.choose(theme: $1) }
}
