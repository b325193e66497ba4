extension Duration {
    static func minutes(_ count: Double) -> Duration { .milliseconds(count * 60_000) }
    static func hours(_ count: Double) -> Duration { .minutes(count * 60) }
    static func days(_ count: Double) -> Duration { .hours(count * 24) }

    /// Whole milliseconds, rounded towards zero.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
