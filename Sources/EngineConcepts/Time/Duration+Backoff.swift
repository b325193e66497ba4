extension Duration {
    /// Returns this delay doubled so many times, at most `longest`: the nominal delay of exponential backoff. It is doubled
    /// 20 times at most, about a million-fold, so that no count overflows.
    package func doubled(_ times: Int, upTo longest: Duration) -> Duration {
        min(self * (1 << min(max(times, 0), 20)), longest)
    }

    /// Returns a value from half of this delay up to all of it, so that what failed together is not repeated together.
    ///
    /// - Parameter jitter: A random number from 0 to 999.
    package func jittered(by jitter: Int) -> Duration { self / 2 + self * jitter / 2000 }
}
