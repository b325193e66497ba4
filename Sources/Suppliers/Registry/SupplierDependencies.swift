import FeedParsing
import Networking

/// What suppliers reach the world through. One for the whole program.
public struct SupplierDependencies: Sendable {
    /// The way to the network.
    public var transport: any Transport
    /// The way to programs.
    public var commands: CommandRunner
    /// The way to secrets.
    public var keyring: Keyring
    /// How often feeds are asked while the program runs.
    public var polling: FeedPolling
    /// How many items of one document are read.
    public var mostItems: Int
    /// Where what feeds said stays until they are asked for the first time; nil where it does not.
    public var answers: ProbeCache?
    /// Where Hacker News can be searched, without a slash at the end.
    public var hackerNews: String
    /// Where Lobsters is, without a slash at the end.
    public var lobsters: String

    /// Puts the surroundings together; the addresses are those of the services themselves.
    public init(
        transport: any Transport, commands: CommandRunner, keyring: Keyring? = nil,
        polling: FeedPolling = FeedPolling(), mostItems: Int = FeedParser.standardItems,
        answers: ProbeCache? = nil,
        hackerNews: String = "https://hn.algolia.com/api/v1",
        lobsters: String = "https://lobste.rs"
    ) {
        self.transport = transport
        self.commands = commands
        self.keyring = keyring ?? Keyring(commands: commands)
        self.polling = polling
        self.mostItems = mostItems
        self.answers = answers
        self.hackerNews = hackerNews
        self.lobsters = lobsters
    }
}
