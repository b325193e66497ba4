/// The state of a rule's editor.
public nonisolated struct RuleEditorState: Equatable, Sendable {
    /// The suggestions for the subject of the rule, or `nil` if it is known.
    public var suggestions: [RuleSuggestion]?
    /// The index of the suggestion under the cursor.
    public var cursor = 0
    /// The title of the screen.
    public var title: String
    /// The name that the rule has or was given, or `nil` while it is named by itself.
    public var name: String?
    /// The question for the rule's name, or `nil` while it is not asked.
    public var namePrompt: TextPrompt?
    /// The query as typed.
    public var text: String
    /// True if the query can be edited.
    public var isQuery: Bool
    /// The effect in words; the screen adds the key that changes it.
    public var effect: String
    /// The scope in words.
    public var scope: String
    /// The rule's lifetime.
    public var term: String
    /// The rule in words, or the error in its query.
    public var explanation: String
    /// True if ``explanation`` is an error.
    public var isWrong: Bool
    /// The effect on stored tickets, such as "would hide 37 of 4,210", or `nil` if there is no rule to try.
    public var trialResult: String?
    /// Some of the matching tickets.
    public var samples: [TicketBrief]
    /// True when the suggestions are known, so that keys can be interpreted.
    public var isReady = false
}
