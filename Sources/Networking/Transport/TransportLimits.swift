public import WebText

/// Timeouts and size limits of a transport.
public struct TransportLimits: Hashable, Sendable {
    /// The limits that suit feeds over slow connections.
    public static let standard = TransportLimits()

    /// The timeout for connecting, TLS included.
    public var connect = Duration.seconds(10)
    /// The timeout for the response head, from the moment when the connection is open.
    public var firstByte = Duration.seconds(20)
    /// The maximum time without data while a response arrives.
    public var idle = Duration.seconds(15)
    /// The maximum time without data while a body without end arrives. Servers send something every half minute.
    public var endlessIdle = Duration.seconds(90)
    /// The timeout for the whole request.
    public var total = Duration.seconds(90)
    /// The timeout for the response head that leaves ``connect`` its time within ``total``.
    var head: Duration { min(firstByte, max(.zero, total - connect)) }
    /// The minimum average rate of a response in bytes per second, checked after ``rateGracePeriod``.
    public var minimumRate = 200
    /// The time before the minimum rate applies.
    public var rateGracePeriod = Duration.seconds(10)
    /// The maximum size of a body and how far it may grow by decompression.
    public var decompression = DecompressionLimits()
    public var redirects = 10
    /// The maximum number of concurrent requests to one host. Redirects count as requests, for all three limits.
    public var requestsPerHost = 6
    /// The minimum time between the starts of requests to one host; not applied to this machine.
    public var spacing = Duration.zero
    /// The maximum number of concurrent requests altogether.
    public var requests = 64
}
