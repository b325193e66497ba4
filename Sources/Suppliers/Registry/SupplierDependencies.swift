public import FeedParsing
public import Networking

/// The services that suppliers use. One instance serves the whole program.
public struct SupplierDependencies: Sendable {
    /// The network access.
    public var transport: any Transport
    /// Runs commands.
    public var commands: CommandRunner
    /// The secrets.
    public var keyring: Keyring
    /// The bounds of the polling interval of feeds.
    public var polling: FeedPolling
    /// The maximum number of items read from one document.
    public var maximumItems: Int
    /// The cache for the responses of feeds that are being added, or `nil` without a cache.
    public var probeCache: ProbeCache?
    /// The address of the Hacker News search API, without a slash at the end.
    public var hackerNews: String
    /// The address of Lobsters, without a slash at the end.
    public var lobsters: String

    /// Creates the dependencies; the default addresses are those of the services.
    public init(
        transport: any Transport, commands: CommandRunner, keyring: Keyring? = nil,
        polling: FeedPolling = FeedPolling(), maximumItems: Int = FeedParser.defaultMaximumItems,
        probeCache: ProbeCache? = nil,
        hackerNews: String = "https://hn.algolia.com/api/v1",
        lobsters: String = "https://lobste.rs"
    ) {
        self.transport = transport
        self.commands = commands
        self.keyring = keyring ?? Keyring(commands: commands)
        self.polling = polling
        self.maximumItems = maximumItems
        self.probeCache = probeCache
        self.hackerNews = hackerNews
        self.lobsters = lobsters
    }
}
