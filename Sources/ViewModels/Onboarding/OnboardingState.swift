/// The state of the onboarding.
public nonisolated struct OnboardingState: Equatable, Sendable {
    /// A choice of the onboarding.
    public enum Choice: Hashable, Sendable, CaseIterable {
        /// The address of a page, feed or account.
        case address
        /// A list from another program.
        case list
        /// A sign-in at a server.
        case signIn
        /// A look at the sample.
        case sample
    }

    /// The current step.
    public enum Step: Equatable, Sendable {
        /// At the choices, with the index under the cursor.
        case choices(cursor: Int)
        /// At a question.
        case question(TextPrompt)
        /// Waiting, with a message.
        case working(String)
    }

    /// A choice as shown.
    public struct Option: Equatable, Sendable {
        /// The choice.
        public var choice: Choice
        /// Its name.
        public var title: String
        /// An explanation.
        public var explanation: String
    }

    /// The choices.
    public var options: [Option]
    /// The current step.
    public var step: Step
    /// The error of the last answer, or `nil`.
    public var failure: String?
}
