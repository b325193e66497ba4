extension Result {
    /// Returns the value of asynchronous work, or the error that it throws.
    package static func awaiting(_ work: () async throws(Failure) -> Success) async -> Result {
        do throws(Failure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
