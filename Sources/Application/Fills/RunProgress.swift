import EngineConcepts
package import Localization

/// The progress of a run.
package struct RunProgress: Equatable, Sendable {
    /// Receives the progress, and `nil` when a run has ended.
    package typealias Handler = @Sendable (RunProgress?) -> Void

    /// The number of sources that have answered, or of pages.
    let done: Int
    /// The number of sources or pages that were asked for.
    let total: Int
    /// The names of the sources that have failed so far.
    let failedSources: [String]
    /// The name of the source that answered last, or an empty text.
    let latest: String

    /// Returns the progress on one line.
    package func text(in localizer: Localizer) -> String {
        let failed = Message("fillFailedSoFar", ["sources": .list(failedSources.map { .text($0) })])
        let counts = "\(localizer.grouped(done))/\(localizer.grouped(total))"
        return "\(counts)\(failedSources.isEmpty ? "" : "  " + localizer(failed))  \(latest)"
    }
}
