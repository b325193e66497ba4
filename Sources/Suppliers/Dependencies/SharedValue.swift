import Synchronization

/// A value that copies of a supplier or a presenter share. Each of its members can be read and set by itself.
@dynamicMemberLookup
final class SharedValue<Value: Sendable>: Sendable {
    private let initial: Value
    private let current: Mutex<Value>

    init(_ initial: Value) {
        self.initial = initial
        current = Mutex(initial)
    }

    var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    subscript<Member: Sendable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
        get { current.withLock { $0[keyPath: path] } }
        set { current.withLock { $0[keyPath: path] = newValue } }
    }

    /// Restores the first value.
    func reset() {
        value = initial
    }
}
