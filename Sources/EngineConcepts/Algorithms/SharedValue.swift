import Synchronization

/// A value that several owners share, such as copies of a supplier. Each of its members can be read and set by itself.
@dynamicMemberLookup
package final class SharedValue<Value: Sendable>: Sendable {
    private let initial: Value
    private let current: Mutex<Value>

    package init(_ initial: Value) {
        self.initial = initial
        current = Mutex(initial)
    }

    package var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    package subscript<Member: Sendable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
        get { current.withLock { $0[keyPath: path] } }
        set { current.withLock { $0[keyPath: path] = newValue } }
    }

    /// Restores the first value.
    package func reset() { value = initial }
}
