package import EngineConcepts

extension TimeSource {
    /// The time until the next full minute, when the clock on the screen changes. Checks that need no exact moment are made
    /// then, so that an idle process wakes once.
    package var untilNextMinute: Duration {
        let past = (now().milliseconds % 60_000 + 60_000) % 60_000
        return .milliseconds(60_000 - past)
    }
}
