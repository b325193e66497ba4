extension Duration {
    /// Returns this delay doubled so many times, at most `longest`: the nominal delay of exponential backoff.
    package func doubled(_ times: Int, upTo longest: Duration) -> Duration {
        min(self * (1 << min(max(times, 0), 20)), longest)
    }

    /// Returns a value between half and all of this delay, so that what failed together is not repeated together.
    ///
    /// - Parameter jitter: A random number from 0 to 999.
    package func with(jitter: Int) -> Duration {
        self / 2 + self * jitter / 2000
    }
}
