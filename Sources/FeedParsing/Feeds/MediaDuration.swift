/// Parses the durations of media in feeds.
enum MediaDuration {
    /// Parses `3600`, `60:00` or `1:00:00` as seconds.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard let value = Int(part.prefix { $0 != "." }), (0...1_000_000).contains(value) else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds > 0 ? seconds : nil
    }
}
