/// What somebody who follows nothing yet is asked.
public nonisolated struct OnboardingState: Equatable, Sendable {
    /// What one may begin with.
    public enum Choice: Hashable, Sendable, CaseIterable {
        /// The address of a page, feed or account.
        case address
        /// A list from another reader.
        case list
        /// Looking around in the sample.
        case sample
    }

    /// Where one is.
    public enum Step: Equatable, Sendable {
        /// Before the choices, the cursor on one of them.
        case choices(cursor: Int)
        /// Asked for something that is typed.
        case question(SourcesState.Prompt)
        /// Waiting for what was asked for, told in words.
        case working(String)
    }

    /// A choice as it is shown.
    public struct Option: Equatable, Sendable {
        /// Which one it is.
        public var choice: Choice
        /// What it does.
        public var title: String
        /// More about it.
        public var remark: String
    }

    /// The heading.
    public var title: String
    /// What the reader is looking at.
    public var introduction: String
    /// The choices.
    public var options: [Option]
    /// Where one is.
    public var step: Step
    /// Why what was typed last came to nothing.
    public var problem: String?
}
