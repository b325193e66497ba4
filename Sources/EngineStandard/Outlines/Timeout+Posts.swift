import EngineConcepts

extension Timeout {
    /// The timeout of a source that a person waits for.
    private static let answerTimeout = Duration.seconds(30)

    /// Returns the posts of a source for which a person waits, or throws its error or a timeout.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - watch: Observes that the source is being read under the identity `supplier`, or `nil` if nobody does.
    static func posts<Answer: Sendable>(
        of source: String, by time: any TimeSource, watchedBy watch: (any FetchWatch)?, as supplier: SupplierID,
        _ ask: @escaping @Sendable () async throws(SupplierError) -> Answer
    ) async throws -> Answer {
        let outcome = await result(within: answerTimeout, by: time) { () throws(SupplierError) in
            try await watch?.beginFetch(of: supplier, .posts)
            defer { watch?.endFetch(of: supplier, .posts) }
            return try await ask()
        }
        guard let outcome else {
            try Task.checkCancellation()
            throw SupplierError(.timedOut, .noAnswer(from: .text(source), within: answerTimeout))
        }
        return try outcome.get()
    }
}
