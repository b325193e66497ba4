/// The state of the list of accounts.
public nonisolated struct AccountsState: Equatable, Sendable {
    /// An account.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The account's identity.
        public var id: String
        /// The full handle.
        public var handle: String
        /// The name of its kind.
        public var kind: String
        /// Its state, in words.
        public var state: String
        /// True if the account needs a new sign-in.
        public var needsSignIn: Bool
        /// The number of its sources, in words.
        public var sources: String
        /// The number of requests that the server still allows, in words, or `nil` if it is not known.
        public var budget: String?
    }

    /// A sign-in that waits for the user's agreement.
    public struct SignIn: Equatable, Sendable {
        /// The instruction.
        public var title: String
        /// The address to visit.
        public var address: String
        /// The instruction for a browser that runs elsewhere.
        public var hint: String
    }

    /// The number of accounts, in words.
    public var summary = ""
    /// The accounts, or `nil` before they are loaded.
    public var rows: [Row]?
    /// The index of the account under the cursor.
    public var cursor = 0
    /// The running request in words, or `nil` for none.
    public var progress: String?
    /// The open prompt, or `nil` if there is none.
    public var prompt: TextPrompt?
    /// The question that the next key answers, or `nil` for none.
    public var question: String?
    /// The sign-in that waits, or `nil` for none.
    public var signIn: SignIn?
}
