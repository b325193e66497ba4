import EngineConcepts
import FiberConfiguration
import Localization

/// A question about sources that is answered by typing.
enum SourceQuestion {
    /// The address of a new source, with a first answer.
    case address(initial: String)
    /// The path of a list from another program, with a first answer.
    case list(initial: String)
    /// Another name of a source, with a first answer, or `nil` for its present name.
    case name(ListedSource, initial: String?)
    /// The topics of a source, with a first answer.
    case topics(ListedSource, initial: String)
    /// Another address of a source, with a first answer.
    case newAddress(ListedSource, initial: String)
    /// The interval of a source's regular requests, with a first answer.
    case interval(ListedSource, initial: String)
    /// The numbers of the sources to follow, with a first answer.
    case choice([SeveralSources.Choice], initial: String)
    /// The name with which a source is requested.
    case user(ListedSource)
    /// The password of this name.
    case password(ListedSource, user: String)

    /// The longest name of a source in a prompt, which has to leave room for its question and the answer.
    private static let maximumNameLength = 32

    private static func shown(_ listed: ListedSource) -> Message.Argument {
        let name = listed.name
        return .text(name.count > maximumNameLength ? "\(name.prefix(maximumNameLength - 1))…" : name)
    }

    /// Returns the prompt for the answer.
    func prompt(_ localizer: Localizer) -> TextPrompt {
        let (question, initial, kind): (String, String, TextPrompt.Kind) =
            switch self {
            case .address(let initial): (localizer(.sourceAddress), initial, .address)
            case .list(let initial): (localizer(.sourceListPath), initial, .path)
            case .name(let listed, let initial):
                (localizer(.sourceRename, Self.shown(listed)), initial ?? listed.source.name ?? listed.name, .name)
            case .topics(let listed, let initial): (localizer(.sourceTopics, Self.shown(listed)), initial, .topics)
            case .newAddress(let listed, let initial):
                (localizer(.sourceNewAddress, Self.shown(listed)), initial, .address)
            case .interval(let listed, let initial):
                (localizer(.sourceInterval, Self.shown(listed)), initial, .interval)
            case .choice(let choices, let initial):
                (localizer(.sourceWhich, .text("1–\(choices.count)")), initial, .choice)
            case .user(let listed):
                (localizer(.sourceUser, Self.shown(listed)), listed.source.access?.user ?? "", .user)
            case .password(_, let user): (localizer(.sourcePassword, .text(user)), "", .password)
            }
        var prompt = TextPrompt(question: question, initial: initial, kind: kind)
        if case .choice(let choices, _) = self { prompt.choices = choices }
        return prompt
    }

    /// Returns the topics in an answer: names with commas between them, each once. One that differs from a known topic only in
    /// case is that topic.
    static func topics(in answer: String, known: [String]) -> [String] {
        var names = TopicNames(known)
        return answer.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
            .map { names.adding($0) }.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
    }
}

extension SourceAccess {
    /// The name of a login with a password, or `nil` for other logins.
    fileprivate var user: String? { if case .password(let user, _) = authentication { user } else { nil } }
}
