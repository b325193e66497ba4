public import EngineConcepts
public import FeedParsing
public import Networking
import WebText

/// The services that suppliers use. All suppliers of the program share them.
public struct SupplierDependencies: Sendable {
    /// Sends the requests of suppliers. Limits and rate limits hold for all of them together.
    public var transport: any Transport
    /// The clock that limits a search of several requests.
    public var time: any TimeSource
    /// Runs the commands of command sources and of filters.
    public var commands: CommandRunner
    /// Finds the secrets that sources need.
    public var keyring: Keyring
    /// The user's accounts, and what the suppliers of one account share.
    public var accounts: AccountDirectory
    /// The bounds of the polling interval of feeds.
    public var polling: FeedPolling
    /// The maximum number of items read from one document.
    public var maximumItems: Int
    /// The cache for the responses of feeds that are being added, or `nil` without a cache.
    public var probeCache: ProbeCache?
    /// The addresses of services that replace the public ones, without a slash at the end.
    public var serviceAddresses: [SupplierKind: String]

    /// Creates the dependencies.
    public init(
        transport: any Transport, time: any TimeSource, commands: CommandRunner, keyring: Keyring? = nil,
        accounts: AccountDirectory = AccountDirectory(), polling: FeedPolling = FeedPolling(),
        maximumItems: Int = FeedParser.defaultMaximumItems,
        probeCache: ProbeCache? = nil, serviceAddresses: [SupplierKind: String] = [:]
    ) {
        self.transport = transport
        self.time = time
        self.commands = commands
        self.keyring = keyring ?? Keyring(commands: commands)
        self.accounts = accounts
        self.polling = polling
        self.maximumItems = maximumItems
        self.probeCache = probeCache
        self.serviceAddresses = serviceAddresses
    }
}

extension SupplierDependencies {
    /// Returns the transport for `address`, with the credentials of `access` if there are any.
    package func transport(to address: String, with access: SourceAccess?) -> any Transport {
        guard let access, let origin = WebAddress.origin(of: address) else { return transport }
        return AuthorizedTransport(base: transport, access: access, keyring: keyring, origin: origin)
    }
}
