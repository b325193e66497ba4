import WebText

/// How patient and how trusting a transport is.
public struct TransportLimits: Hashable, Sendable {
    /// How long a connection may take, TLS included.
    public var connect: Duration
    /// How long the head of an answer may take once the connection is there.
    public var firstByte: Duration
    /// How long nothing may come in the midst of an answer.
    public var silence: Duration
    /// How long a request may take altogether.
    public var total: Duration
    /// How many bytes a second an answer must bring, on the average, once it has had ``rateGrace``.
    public var minimumRate: Int
    /// How long the average may be lower.
    public var rateGrace: Duration
    /// How many bytes a body may have, inflated.
    public var bodyBytes: Int
    /// How many times its wire size a body may be, inflated. Text seldom passes 20; bombs pass 1,000.
    public var inflationRatio: Int
    /// Bodies below this size may be inflated by any ratio.
    public var inflationFree: Int
    /// How many redirects are followed.
    public var redirects: Int
    /// How many requests run at one host at a time.
    public var requestsPerHost: Int
    /// How far the beginnings of requests at one host lie apart; hosts on this machine need no such care.
    public var spacing: Duration
    /// How many requests run at a time altogether.
    public var requests: Int

    /// Makes limits; the defaults suit feeds over bad lines.
    public init(
        connect: Duration = .seconds(10), firstByte: Duration = .seconds(20), silence: Duration = .seconds(15),
        total: Duration = .seconds(90), minimumRate: Int = 200, rateGrace: Duration = .seconds(10),
        bodyBytes: Int = 64 << 20, inflationRatio: Int = 200, inflationFree: Int = 1 << 20, redirects: Int = 10,
        requestsPerHost: Int = 6, spacing: Duration = .zero, requests: Int = 64
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.silence = silence
        self.total = total
        self.minimumRate = minimumRate
        self.rateGrace = rateGrace
        self.bodyBytes = bodyBytes
        self.inflationRatio = inflationRatio
        self.inflationFree = inflationFree
        self.redirects = redirects
        self.requestsPerHost = requestsPerHost
        self.spacing = spacing
        self.requests = requests
    }
}

extension TransportLimits {
    /// The sizes up to which a body is unpacked.
    var inflation: Inflater.Limits {
        Inflater.Limits(bytes: bodyBytes, ratio: inflationRatio, freeBytes: inflationFree)
    }
}
