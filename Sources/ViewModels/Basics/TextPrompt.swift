/// A question that is answered by typing.
public nonisolated struct TextPrompt: Equatable, Sendable {
    public var question: String
    /// The initial text of the answer.
    public var initial = ""
    public var kind: Kind
    /// The choices, numbered from 1.
    public var choices: [SeveralSources.Choice] = []

    /// The kinds of answers.
    public enum Kind: Equatable, Sendable {
        /// The address of a source.
        case address
        /// The path of a list of sources.
        case path
        /// The name of a source, a topic or a rule.
        case name
        /// Names of topics.
        case topics
        /// An interval of requests.
        case interval
        /// Numbers of choices.
        case choice
        /// The user name of a login.
        case user
        /// A password, which is neither shown nor remembered.
        case password
        /// A server or a handle to sign in with.
        case server
        /// The address to which the browser was sent by a sign-in.
        case signInAnswer
        case settingValue
        /// A comment on a report.
        case comment
    }

    /// The prompt in one line, for screen readers.
    public var spoken: String {
        let list = choices.enumerated().map { "\($0.offset + 1) \($0.element.label)" }
        return (list + [question]).joined(separator: ", ")
    }
}

/// The actions of every screen with prompts.
public nonisolated protocol PromptAction: Sendable {
    /// Take the answer to the prompt.
    static func submit(_ answer: String) -> Self
    /// Close the prompt.
    static var cancelPrompt: Self { get }
}

/// The actions of every screen with prompts that also asks for agreement.
public nonisolated protocol ConfirmAction: PromptAction {
    /// Answer the open question.
    static func confirm(_ isAgreed: Bool) -> Self
}
