import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

/// The arguments of typed commands.
extension FiberApp {
    /// The commands that can be typed now, with the arguments they accept.
    var typedCommands: [CommandEntry] {
        ui.texts.commands(in: topContexts) { choices(of: $0) }
    }

    /// The known values for the argument of `command`, offered as completions.
    private func choices(of command: Command) -> [String] {
        switch command {
        case .theme: choices.themes.map(\.name)
        case .goTo, .fillUntil: DateReader.examples(in: session.wording)
        case .topics: topics.map(\.name)
        case .sources, .onlySource: sources.map(\.name)
        case .cycleDensity: Density.allCases.map { session.wording($0.phrase) }
        case .toggleTimes: TimeStyle.allCases.map { session.wording($0.phrase) }
        default: []
        }
    }

    private var topics: [(id: LabelID, name: String)] { services.track.labels.topicNames }
    private var sources: [(id: SupplierID, name: String)] { coordinator?.timeline?.timeline.sourceNames ?? [] }

    /// Runs a typed command with an argument. Returns `false` if the command takes none.
    func perform(_ command: Command, with argument: String) -> Bool {
        let flow = coordinator?.timeline
        switch command {
        case .addSource:
            guard coordinator?.begin(with: argument) != true else { return true }
            flow?.open(.sources)
            (layers.last as? SourcesController)?.add(argument)
        case .theme:
            withChoice(argument, of: choices.themes.map { ($0.name, $0.name) }, else: .themeUnknown) { setTheme($0) }
        case .search: flow?.openSearch(argument)
        case .newRule: flow?.openRule(.text(argument))
        case .goTo: withTime(argument) { flow?.activeTimeline.send(.goTo($0)) }
        case .fillUntil: withTime(argument) { flow?.activeTimeline.send(.fill(.newer, .until($0))) }
        case .topics:
            withChoice(argument, of: topics.map { ($0.name, $0.id) }) {
                flow?.activeTimeline.send(.showTopics([$0]))
            }
        case .sources, .onlySource:
            withChoice(argument, of: sources.map { ($0.name, $0.id) }) { flow?.activeTimeline.send(.showOnly($0)) }
        case .cycleDensity:
            withChoice(argument, of: Density.allCases.map { (session.wording($0.phrase), $0) }) {
                session.settings.density = $0
            }
        case .toggleTimes:
            withChoice(argument, of: TimeStyle.allCases.map { (session.wording($0.phrase), $0) }) {
                session.settings.timeStyle = $0
            }
        default: return false
        }
        return true
    }

    /// Runs `work` with the choice of this name. The name is matched without regard to case and may be shortened to a
    /// prefix that only one choice has. Reports an unknown name.
    private func withChoice<Value>(
        _ name: String, of choices: [(name: String, value: Value)], else problem: MessageKey = .argumentUnknown,
        _ work: (Value) -> Void
    ) {
        let wanted = name.lowercased()
        let begins = choices.filter { $0.name.lowercased().hasPrefix(wanted) }
        let found =
            choices.first { $0.name == name } ?? choices.first { $0.name.lowercased() == wanted }
            ?? (begins.count == 1 ? begins[0] : nil)
        if let found { return work(found.value) }
        let known = choices.map(\.name).joined(separator: ", ")
        session.messages.problem(problem, .words(name), .words(known))
    }

    private func withTime(_ text: String, _ work: (Timestamp) -> Void) {
        let reader = DateReader(zone: session.zone, now: session.time.now())
        guard let time = reader.time(text) else {
            return session.messages.problem(.jumpNotUnderstood, .words(text))
        }
        work(time)
    }
}
