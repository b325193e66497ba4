import EngineConcepts
import FiberConfiguration
import Localization
import WebText

/// A question about sources that is answered by typing.
enum SourceQuestion {
    /// The address of a new source, with a first answer.
    case address(initial: String)
    /// The path of a list from another program, with a first answer.
    case list(initial: String)
    /// Another name of a source, which is listed as `shown`.
    case name(SourceDescription, shown: String)
    case topics(SourceDescription, shown: String)
    /// Another address of a source, with a first answer.
    case newAddress(SourceDescription, shown: String, initial: String)
    /// The interval of a source's regular requests, with a first answer.
    case interval(SourceDescription, shown: String, initial: String)
    /// The numbers of the sources to follow, with a first answer.
    case choice([SeveralSources.Choice], initial: String)
    /// The name with which a source is requested.
    case user(SourceDescription, shown: String)
    /// The password of this name.
    case password(SourceDescription, user: String)

    /// Returns the prompt for the answer.
    func prompt(_ localizer: Localizer) -> TextPrompt {
        switch self {
        case .address(let initial):
            TextPrompt(question: localizer(.sourceAddress), initial: initial, kind: .address)
        case .list(let initial):
            TextPrompt(question: localizer(.sourceListPath), initial: initial, kind: .path)
        case .name(let source, let shown):
            TextPrompt(
                question: localizer(.sourceRename, .text(shown)), initial: source.name ?? shown, kind: .name)
        case .topics(let source, let shown):
            TextPrompt(
                question: localizer(.sourceTopics, .text(shown)), initial: source.topics.joined(separator: ", "),
                kind: .topics)
        case .newAddress(_, let shown, let initial):
            TextPrompt(
                question: localizer(.sourceNewAddress, .text(shown)), initial: initial, kind: .address)
        case .interval(_, let shown, let initial):
            TextPrompt(
                question: localizer(.sourceInterval, .text(shown)), initial: initial, kind: .interval)
        case .choice(let choices, let initial):
            TextPrompt(
                question: localizer(.sourceWhich, .text("1–\(choices.count)")), initial: initial, kind: .choice,
                choices: choices)
        case .user(let source, let shown):
            TextPrompt(
                question: localizer(.sourceUser, .text(shown)), initial: source.access?.user ?? "",
                kind: .user)
        case .password(_, let user):
            TextPrompt(question: localizer(.sourcePassword, .text(user)), kind: .password)
        }
    }

    /// Returns the interval of a source as it is typed, or nothing if it follows the settings.
    static func interval(of source: SourceDescription) -> String {
        source.interval.map(SourceInterval.text) ?? ""
    }

    /// Returns the topics in an answer: names with commas between them, each once. One that differs from a known topic only in
    /// case is that topic.
    static func topics(in answer: String, known: [String]) -> [String] {
        answer.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
            .map { (name: String) -> String in
                known.contains(name) ? name : known.first { $0.lowercased() == name.lowercased() } ?? name
            }
            .reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    }
}

extension SourceAccess {
    /// The name of a login with a password, or `nil` for other logins.
    fileprivate var user: String? {
        if case .password(let user, _) = authentication { user } else { nil }
    }
}
