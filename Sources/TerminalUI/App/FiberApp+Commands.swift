import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

/// The commands that no screen handles itself.
extension FiberApp {
    func perform(_ command: Command, count: Int? = nil, argument: String = "") {
        // A key is resolved in the top screen's table. Only a typed command can be meant for another screen.
        let binding = choices.keymap.binding(for: command.rawValue, in: topContexts.map(\.rawValue))
        if binding == nil, command.leadsToTimeline { coordinator?.timeline?.backToTimeline() }
        if !argument.isEmpty, perform(command, with: argument) { return }
        if layers.last?.perform(command, count: count) == true { return }
        let flow = coordinator?.timeline
        switch command {
        case .back: flow?.back()
        case .quit: coordinator?.close()
        case .help: flow?.open(.help)
        case .commandLine: openCommandLine("")
        case .messages: flow?.open(.messages)
        case .sources: flow?.open(.sources)
        case .settings: flow?.open(.settings)
        case .redraw: redraw()
        case .suspend: suspend()
        case .theme: nextTheme()
        case .addSource: addSource()
        case .open where layers.last is SourcesController: showSource()
        case .topics: flow?.open(.topics)
        case .search: flow?.openSearch()
        case .newRule: flow?.openRule(.text(""))
        case .developer: flow?.open(.developer)
        case .credits: flow?.open(.credits)
        case .reportProblem: services.reportProblem()
        case .vitals:
            if let timeline = flow?.timeline { timeline.send(.showPerformance(timeline.state.footer.vitals == nil)) }
        case .doNotDisturb: services.announcer.toggleQuiet()
        default: break
        }
    }

    /// Follows a pasted address, whichever screen is open, or shows a message if the text is not an address.
    func pasteAddress(_ text: String) {
        let address = text.split(whereSeparator: \.isWhitespace).joined()
        // Only rejects what cannot be an address, such as a word. Discovery decides about the rest.
        guard address.dropFirst().contains(where: { ".:@".contains($0) }) else {
            return session.messages.note(.pasteNoAddress)
        }
        guard coordinator?.begin(with: address) != true else { return }
        guard services.sources.isEditable else {
            return session.messages.note(.sourceUnchangeable)
        }
        coordinator?.timeline?.open(.sources)
        _ = layers.last?.paste(address)
    }

    /// Asks for the address of a source: in the onboarding while there are no sources, otherwise in the list of
    /// sources.
    private func addSource() {
        guard coordinator?.begin() != true else { return }
        coordinator?.timeline?.open(.sources)
        (layers.last as? SourcesController)?.askForAddress()
    }

    private func showSource() {
        guard let sources = layers.last as? SourcesController, let id = sources.current else { return }
        coordinator?.timeline?.back()
        coordinator?.timeline?.timeline.send(.showOnly(id))
    }

    private func nextTheme() {
        let names = choices.themes.map(\.name)
        let index = names.firstIndex(of: currentTheme.name) ?? 0
        setTheme(names[(index + 1) % names.count])
    }
}
