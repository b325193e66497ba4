/// A poll in a post, as of the last answer of its server.
public struct PostPoll: Hashable, Sendable {
    /// An answer to choose.
    public struct Option: Hashable, Sendable {
        public var title: String
        /// The number of votes, or `nil` while results are hidden.
        public var votes: Int?

        public init(_ title: String, votes: Int? = nil) {
            self.title = title
            self.votes = votes
        }
    }

    public var options: [Option]
    /// The number of people who voted, or `nil` if unknown.
    public var voters: Int?
    /// The number of votes, or `nil` if unknown. More than the people if several options can be chosen.
    public var votes: Int?
    /// The time at which it ends or has ended, or `nil` if unknown.
    public var closes: Timestamp?
    /// The indexes of the user's own votes.
    public var own: [Int]
    /// True if a person can choose several options.
    public var allowsSeveral: Bool
    /// True if it has ended.
    public var isClosed: Bool

    public init(
        _ options: [Option], voters: Int? = nil, votes: Int? = nil, own: [Int] = [], allowsSeveral: Bool = false,
        closes: Timestamp? = nil, isClosed: Bool = false
    ) {
        self.options = options
        self.voters = voters
        self.votes = votes
        self.closes = closes
        self.own = own
        self.allowsSeveral = allowsSeveral
        self.isClosed = isClosed
    }

    /// True if the user can vote.
    public var isOpen: Bool { own.isEmpty && !isClosed && !options.isEmpty }

    /// Returns the share of an option in percent, or `nil` if results are hidden.
    public func share(of index: Int) -> Int? {
        guard options.indices.contains(index), let votes = options[index].votes else { return nil }
        let total = max(voters ?? options.reduce(0) { $0.adding(saturating: $1.votes ?? 0) }, 1)
        // The product can be larger than an Int, its share cannot.
        return total.dividingFullWidth(min(max(votes, 0), total).multipliedFullWidth(by: 100)).quotient
    }

    /// Returns an option as text, with a short bar for its share: `✓ Soft ▰▰▱▱▱ 40 %`.
    public func line(of index: Int) -> String {
        guard options.indices.contains(index) else { return "" }
        let title = (own.contains(index) ? "✓ " : "") + options[index].title
        guard let share = share(of: index) else { return title }
        let filled = (share * Self.barLength + 50) / 100
        let bar = String(repeating: "▰", count: filled) + String(repeating: "▱", count: Self.barLength - filled)
        // The number stays with its bar.
        return "\(title) \(bar)\u{a0}\(share)\u{a0}%"
    }

    private static let barLength = 5

    /// The poll as the text of a field: a line of facts, then a line for each option.
    public var field: String {
        let facts = [
            voters.map(String.init) ?? "", own.map(String.init).joined(separator: " "), allowsSeveral ? "several" : "",
            isClosed ? "closed" : "", votes.map(String.init) ?? "", closes.map { String($0.milliseconds) } ?? "",
        ]
        let lines = options.map { option in
            "\(option.votes.map(String.init) ?? "")\t\(option.title.map { $0.isNewline ? " " : $0 }.map(String.init).joined())"
        }
        return ([facts.joined(separator: "\t")] + lines).joined(separator: "\n")
    }

    /// Reads the text of a field, or returns `nil` if it is none.
    public init?(field: String?) {
        guard let lines = field?.split(separator: "\n", omittingEmptySubsequences: false), let first = lines.first
        else { return nil }
        let facts = first.split(separator: "\t", omittingEmptySubsequences: false)
        // Stored polls may lack the last two.
        guard facts.count == 4 || facts.count == 6 else { return nil }
        self.init(
            lines.dropFirst()
                .map { line in
                    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
                    return Option(parts.count > 1 ? String(parts[1]) : "", votes: parts.first.flatMap { Int($0) })
                }, voters: Int(facts[0]), votes: facts.count > 4 ? Int(facts[4]) : nil,
            own: facts[1].split(separator: " ").compactMap { Int($0) },
            allowsSeveral: !facts[2].isEmpty,
            closes: facts.count > 5 ? Int64(facts[5]).map(Timestamp.init(milliseconds:)) : nil,
            isClosed: !facts[3].isEmpty)
    }
}

extension Ticket {
    /// The poll of the post, or `nil` if it has none.
    public var poll: PostPoll? { PostPoll(field: source.fields[SourceLayer.PostField.pollState]) }
}
