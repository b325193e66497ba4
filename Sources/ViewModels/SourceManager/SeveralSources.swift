/// An address offers several sources; the user has to choose.
public nonisolated struct SeveralSources: Error, Hashable, Sendable {
    /// A source to choose.
    public struct Choice: Hashable, Sendable {
        /// Its address.
        public var address: String
        /// Its title on the page.
        public var title: String

        /// Creates a choice.
        public init(address: String, title: String) {
            self.address = address
            self.title = title
        }

        /// The title with the address, because a page can give a feed any title.
        var words: String { title == address ? address : "\(title) (\(address))" }
    }

    /// The address of the page.
    public var address: String
    /// The sources, at least two.
    public var choices: [Choice]

    /// Creates the error.
    public init(address: String, choices: [Choice]) {
        self.address = address
        self.choices = choices
    }
}
