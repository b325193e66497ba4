/// The parts of the API that a server was found to have or to lack, for this process and until the next restart of the
/// suppliers.
struct MastodonServerFeatures: Sendable {
    /// True if the server has described itself, as only one with this API does.
    var isKnown = false
    /// The origin at which the server offers its streams, or `nil` if it was not asked yet.
    var streamingOrigin: String?
    /// True if the server offers no streams, so that its timelines are only polled.
    var refusesStreams = false
    /// True if the server does not group notifications.
    var lacksGroups = false
}
