import Synchronization

/// The parts of the API that a server was found to have or to lack, for this process and until the next restart of the
/// suppliers.
@dynamicMemberLookup
final class MastodonServerFeatures: Sendable {
    /// The values, each of which can be read and set by itself.
    struct Values: Sendable {
        /// True if the server has described itself, as only one with this API does.
        var isKnown = false
        /// The origin at which the server offers its streams, or `nil` if it was not asked yet.
        var streamingOrigin: String?
        /// True if the server offers no streams, so that its timelines are only polled.
        var refusesStreams = false
        /// True if the server does not group notifications.
        var lacksGroups = false
    }

    private let values = Mutex(Values())

    subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
        get { values.withLock { $0[keyPath: path] } }
        set { values.withLock { $0[keyPath: path] = newValue } }
    }

    /// Forgets everything, so that the server is asked again.
    func clear() {
        values.withLock { $0 = Values() }
    }
}
