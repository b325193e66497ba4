import Coordinators
import EngineConcepts
import ViewModels

/// The argument of a typed command.
nonisolated struct CommandArgument: Sendable {
    /// The kinds of arguments. The catalogues have their names: `argument.KIND`.
    enum Kind: String, CaseIterable, Sendable {
        case address
        case command
        case date
        case name
        case note
        case path
        case person
        case query
    }

    let kind: Kind
    /// The known values, offered as completions, or empty if any text is possible.
    let choices: @MainActor (FiberApp) -> [String]
    /// Performs the command with a text, which is not empty.
    let perform: @MainActor (FiberApp, String) -> Void

    /// Returns an argument that can be any text.
    static func text(
        _ kind: Kind, _ perform: @escaping @MainActor (FiberApp, String) -> Void
    ) -> CommandArgument {
        CommandArgument(kind: kind, choices: { _ in [] }, perform: perform)
    }

    /// Returns an argument that is a date or time as people write it, such as `yesterday`.
    static func date(_ perform: @escaping @MainActor (FiberApp, Timestamp) -> Void) -> CommandArgument {
        CommandArgument(kind: .date, choices: { DateReader.examples(in: $0.session.localizer) }) { app, text in
            guard let time = app.session.dates.time(text) else {
                return app.session.messages.failure(.jumpNotUnderstood, .text(text))
            }
            perform(app, time)
        }
    }

    /// Returns an argument that names one of several values. The name is matched without regard to case and may be
    /// shortened to a prefix that only one of them has.
    ///
    /// - Parameter unknown: The message about an unknown name.
    static func name<Value: Sendable>(
        of values: @escaping @MainActor (FiberApp) -> [(name: String, value: Value)],
        unknown: MessageKey = .argumentUnknown, _ perform: @escaping @MainActor (FiberApp, Value) -> Void
    ) -> CommandArgument {
        CommandArgument(kind: .name, choices: { values($0).map(\.name) }) { app, text in
            let values = values(app)
            if let value = find(text, in: values) { return perform(app, value) }
            guard !values.isEmpty else {
                return app.session.messages.failure(.argumentUnknownOfNone, .text(text))
            }
            let known = values.map(\.name).joined(separator: ", ")
            app.session.messages.failure(unknown, .text(text), .text(known))
        }
    }

    private static func find<Value>(_ name: String, in values: [(name: String, value: Value)]) -> Value? {
        let lowercasedName = name.lowercased()
        let begins = values.filter { $0.name.lowercased().hasPrefix(lowercasedName) }
        let found =
            values.first { $0.name == name } ?? values.first { $0.name.lowercased() == lowercasedName }
            ?? (begins.count == 1 ? begins[0] : nil)
        return found?.value
    }
}

nonisolated extension CommandArgument {
    /// The name of a source, which is then the only one shown.
    static let source = name(of: { $0.flow?.timeline.sourceNames.map { (name: $0.name, value: $0.id) } ?? [] }) {
        $0.flow?.timeline.send(.showAlone($1, topic: nil))
    }

    /// The name of a topic, which is then the only one shown.
    static let topic = name(of: { $0.services.track.labels.topicNames.map { (name: $0.name, value: $0.id) } }) {
        $0.flow?.timeline.send(.showTopics([$1]))
    }
}
