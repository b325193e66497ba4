import Coordinators
import EngineConcepts
import Localization
import TerminalKit
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

    /// A text, read as an argument.
    enum Reading: Sendable {
        /// The work of the command with it.
        case work(@MainActor (any CommandHost) -> Void)
        /// The reason why the argument is not accepted.
        case refused(String)
    }

    let kind: Kind
    /// The known values, offered as completions, or empty if any text is possible.
    let choices: @MainActor (any CommandHost) -> [String]
    /// Reads a text, which is not empty.
    let read: @MainActor (any CommandHost, String) -> Reading

    /// Returns an argument that can be any text for which there is no reason to refuse it.
    static func text(
        _ kind: Kind, choices: @escaping @MainActor (any CommandHost) -> [String] = { _ in [] },
        refusedBy refusal: @escaping @MainActor (any CommandHost, String) -> Message? = { _, _ in nil },
        _ perform: @escaping @MainActor (any CommandHost, String) -> Void
    ) -> CommandArgument {
        CommandArgument(kind: kind, choices: choices) { host, text in
            if let reason = refusal(host, text) { return .refused(host.session.localizer(reason)) }
            return .work { perform($0, text) }
        }
    }

    /// Returns an argument that is a date or time as people write it, such as `yesterday`.
    ///
    /// - Parameter includesDay: True if a date without a time means the start of the day, so that a fill down to it includes
    ///   the day; false if it means the end, where its newest items are.
    static func date(
        includesDay: Bool = false, _ perform: @escaping @MainActor (any CommandHost, Timestamp) -> Void
    ) -> CommandArgument {
        CommandArgument(kind: .date, choices: { DateReader.examples(in: $0.session.localizer) }) { host, text in
            let dates = host.session.dates
            guard let time = includesDay ? dates.start(text) : dates.time(text) else {
                return .refused(host.session.localizer(.jumpNotUnderstood, .text(text)))
            }
            return .work { perform($0, time) }
        }
    }

    /// Returns an argument that names one of several values. The name is matched without regard to case and may be
    /// shortened to a prefix that only one of them has.
    ///
    /// - Parameters:
    ///   - unknown: The message about an unknown name, with the known ones.
    ///   - unknownOfNone: The message about a name where none is known.
    static func name<Value: Sendable>(
        of values: @escaping @MainActor (any CommandHost) -> [(name: String, value: Value)],
        unknown: MessageKey = .argumentUnknown, unknownOfNone: MessageKey = .argumentUnknownOfNone,
        _ perform: @escaping @MainActor (any CommandHost, Value) -> Void
    ) -> CommandArgument {
        CommandArgument(kind: .name, choices: { values($0).map(\.name) }) { host, text in
            let values = values(host)
            let found = find(text, in: values)
            if found.count == 1 {
                let value = found[0].value
                return .work { perform($0, value) }
            }
            let localizer = host.session.localizer
            if values.isEmpty { return .refused(localizer(unknownOfNone, .text(text))) }
            if found.isEmpty {
                let known = values.map(\.name).joined(separator: ", ")
                return .refused(localizer(unknown, .text(text), .text(known)))
            }
            return .refused(localizer(.commandAmbiguous, .text(text), .list(found.map { .text($0.name) })))
        }
    }

    /// Returns the values that a name can mean: the one that has it, or those whose names begin with it.
    private static func find<Value>(
        _ name: String, in values: [(name: String, value: Value)]
    ) -> [(name: String, value: Value)] {
        let lowercasedName = name.lowercased()
        let exact = values.first { $0.name == name } ?? values.first { $0.name.lowercased() == lowercasedName }
        return exact.map { [$0] } ?? values.filter { $0.name.lowercased().hasPrefix(lowercasedName) }
    }
}

nonisolated extension CommandArgument {
    /// The name of a source, which is then the only one shown.
    static let source = name(
        of: { $0.flow?.timeline.sourceNames.map { (name: $0.name, value: $0.id) } ?? [] }, unknown: .sourceUnknown,
        unknownOfNone: .sourceUnknownOfNone
    ) { $0.flow?.timeline.send(.showAlone($1, topic: nil)) }

    /// The name of a topic, which is then the only one shown.
    static let topic = name(
        of: { $0.services.track.labels.topicNames.map { (name: $0.name, value: $0.id) } }, unknown: .topicUnknown,
        unknownOfNone: .topicUnknownOfNone
    ) { $0.flow?.timeline.send(.showTopics([$1])) }
}
