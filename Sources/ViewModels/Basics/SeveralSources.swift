/// The error of an address that offers several sources, from which the user has to choose.
public nonisolated struct SeveralSources: Error, Hashable, Sendable {
    /// A source to choose.
    public struct Choice: Hashable, Sendable {
        public var address: String
        /// Its title on the page.
        public var title: String

        public init(address: String, title: String) {
            self.address = address
            self.title = title
        }

        /// The title with the address, because a page can give a feed any title.
        var label: String { title == address ? address : "\(title) (\(address))" }
    }

    /// Returns the choices whose numbers, from 1, are in `text`, separated by spaces or commas, or `nil` if it has anything
    /// else or nothing.
    public static func choices(numberedIn text: String, of choices: [Choice]) -> [Choice]? {
        let selected = text.split { $0 == " " || $0 == "," }
            .map { word in Int(word).flatMap { $0 > 0 ? choices.element(at: $0 - 1) : nil } }
        return selected.isEmpty || selected.contains(nil) ? nil : selected.compactMap(\.self)
    }

    /// The address of the page.
    public var address: String
    /// The sources, at least two.
    public var choices: [Choice]

    public init(address: String, choices: [Choice]) {
        self.address = address
        self.choices = choices
    }
}
