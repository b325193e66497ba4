package import EngineConcepts

/// The result of a refresh in messages, so that another process can print it.
package struct RefreshResult: Codable {
    /// The numbers of new, changed and deleted tickets.
    package let summary: Message
    /// The number of new tickets.
    package let inserted: Int
    /// The outcome of pending actions, or `nil` if none waited.
    package let actions: Message?
    package let warnings: [Message]
    /// The sources that failed. Not optional: a reply without it is of another version, and no success.
    package let failedSources: FailedSources
    /// The result as one JSON object.
    package let json: String
}
