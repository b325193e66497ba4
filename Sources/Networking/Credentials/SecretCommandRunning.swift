public import EngineConcepts

/// Runs the commands that print secrets.
public protocol SecretCommandRunning: Sendable {
    /// Returns what a command printed. Throws if it cannot be run, fails or takes too long.
    ///
    /// - Parameter words: The program and its arguments; no shell takes part.
    func secretOutput(of words: [String]) async throws(SupplierError) -> [UInt8]
}
