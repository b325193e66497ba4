public import WebText

/// Timeouts and size limits of a transport.
public struct TransportLimits: Hashable, Sendable {
    /// The timeout for connecting, TLS included.
    public var connect: Duration
    /// The timeout for the response head, from the moment when the connection is open.
    public var firstByte: Duration
    /// The maximum time without data while a response arrives.
    public var idle: Duration
    /// The maximum time without data while a body without end arrives. Servers send something every half minute.
    public var endlessIdle = Duration.seconds(90)
    /// The timeout for the whole request.
    public var total: Duration
    /// The timeout for the response head that leaves ``connect`` its time within ``total``.
    var head: Duration { min(firstByte, max(.zero, total - connect)) }
    /// The minimum average rate of a response in bytes per second, checked after ``rateGracePeriod``.
    public var minimumRate: Int
    /// The time before the minimum rate applies.
    public var rateGracePeriod: Duration
    /// The maximum size of a body and how far it may grow by decompression.
    public var decompression: DecompressionLimits
    /// The maximum number of redirects.
    public var redirects: Int
    /// The maximum number of concurrent requests to one host. Redirects count as requests, for all three limits.
    public var requestsPerHost: Int
    /// The minimum time between the starts of requests to one host; not applied to this machine.
    public var spacing: Duration
    /// The maximum number of concurrent requests altogether.
    public var requests: Int

    /// Creates limits; the defaults suit feeds over slow connections.
    public init(
        connect: Duration = .seconds(10), firstByte: Duration = .seconds(20), idle: Duration = .seconds(15),
        total: Duration = .seconds(90), minimumRate: Int = 200, rateGracePeriod: Duration = .seconds(10),
        decompression: DecompressionLimits = DecompressionLimits(), redirects: Int = 10,
        requestsPerHost: Int = 6, spacing: Duration = .zero, requests: Int = 64
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
        self.minimumRate = minimumRate
        self.rateGracePeriod = rateGracePeriod
        self.decompression = decompression
        self.redirects = redirects
        self.requestsPerHost = requestsPerHost
        self.spacing = spacing
        self.requests = requests
    }
}
