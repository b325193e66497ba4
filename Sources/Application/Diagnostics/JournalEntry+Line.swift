import EngineConcepts

extension JournalEntry {
    /// Returns the entry as one line: its time, level, name, details and duration.
    ///
    /// - Parameter shown: Returns the value of a detail as it is printed.
    func line(_ shown: (JournalDetail) -> String) -> String {
        let details = payload.map { $0.key.isEmpty ? shown($0) : "\($0.key)=\(shown($0))" }
        let took = duration.map { ["took=\($0.inMilliseconds)"] } ?? []
        return ([time.rfc3339, level.rawValue, name] + details + took).joined(separator: " ")
    }
}

extension Duration {
    /// The duration in whole milliseconds, such as `12ms`.
    var inMilliseconds: String { "\(Int(self / .milliseconds(1)))ms" }
}
