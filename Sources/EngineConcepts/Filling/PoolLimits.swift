/// What a developer allows a fill: how much it brings, and how long anybody is waited for.
public struct PoolLimits: Hashable, Sendable {
    /// A fill goes on until it has this many tickets to show, where there are as many.
    public var minimum: Int
    /// With more tickets than this to show, a fill asks nobody any more. What was delivered is shown all the same.
    public var maximum: Int
    /// The timeframe that a fill aims at first.
    public var firstTimeframe: Duration
    /// By what the timeframe grows when it holds too little.
    public var growth: Int
    /// After this long without an answer a supplier is slow, and the others are committed without it.
    public var slowAfter: Duration
    /// Of suppliers that were asked together, those are slow before that which have not answered after so many times as
    /// long as the others took: once half of them have, nobody waits five seconds for the one that is mute.
    public var slowFactor: Int
    /// However fast the others were, a supplier has this long.
    public var leastPatience: Duration
    /// After this long a request is ended; and what prepares all suppliers of a fill, together.
    public var requestEnd: Duration
    /// After this long a fill is ended with what it has.
    public var fillEnd: Duration
    /// How many answers of a supplier may bring nothing new before it is not asked any more in this fill.
    public var idleRounds: Int
    /// After this many failures in a row a supplier is asked by fewer and fewer refreshes.
    public var patience: Int
    /// How long it is left in peace then; doubles with each further failure.
    public var firstPause: Duration
    /// The longest that it is left in peace.
    public var longestPause: Duration
    /// How many pages of one supplier a fill reads, save where all or a date is asked for.
    public var pages: Int

    /// Makes limits; the defaults are what a reader at a screen wants.
    public init(
        minimum: Int = 30, maximum: Int = 60, firstTimeframe: Duration = .seconds(300), growth: Int = 2,
        slowAfter: Duration = .seconds(5), slowFactor: Int = 4, leastPatience: Duration = .milliseconds(500),
        requestEnd: Duration = .seconds(30), fillEnd: Duration = .seconds(60),
        idleRounds: Int = 3, pages: Int = 40, patience: Int = 5, firstPause: Duration = .seconds(60),
        longestPause: Duration = .seconds(3600)
    ) {
        self.minimum = minimum
        self.maximum = max(minimum, maximum)
        self.firstTimeframe = max(firstTimeframe, .seconds(1))
        self.growth = max(growth, 2)
        self.slowAfter = slowAfter
        self.slowFactor = max(slowFactor, 1)
        self.leastPatience = min(leastPatience, slowAfter)
        self.requestEnd = max(requestEnd, slowAfter)
        self.fillEnd = fillEnd
        self.idleRounds = max(idleRounds, 1)
        self.pages = max(pages, 1)
        self.patience = max(patience, 1)
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// How long a supplier is left in peace after so many failures in a row, the last of them at `failed`; nil where it is
    /// not. Spread by a quarter around the round figure, so that suppliers of one host do not all come back at once, nor
    /// all readers of one source: at random, by the supplier's name and the millisecond of the failure, so that it comes
    /// out the same however often it is asked for.
    public func pause(after failures: Int, of supplier: SupplierID, at failed: Timestamp) -> Duration? {
        guard failures >= patience else { return nil }
        let doublings = min(failures - patience, 20)
        let pause = min(firstPause * (1 << doublings), longestPause)
        var spread = UInt64(bitPattern: failed.milliseconds)
        for byte in supplier.rawValue.utf8 {
            spread = (spread ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        // The finalizer of MurmurHash3: times that differ by little come out far apart.
        spread = (spread ^ (spread >> 33)) &* 0xff51_afd7_ed55_8ccd
        spread = (spread ^ (spread >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return pause * (75 + Int((spread ^ (spread >> 33)) % 51)) / 100
    }
}
