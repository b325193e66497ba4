import Synchronization

/// The name of a publisher. A source without a configured name gives its own with the first response.
final class PublisherName: Sendable {
    private let name: Mutex<String>

    init(_ name: String) {
        self.name = Mutex(name)
    }

    /// The current name.
    var value: String {
        get { name.withLock(\.self) }
        set { name.withLock { $0 = newValue } }
    }
}
