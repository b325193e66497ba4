import Synchronization

/// A value that several owners share, such as copies of a supplier. Reading and setting a member are one step each; a change
/// in place is two, so that one of two changes at the same time may be lost.
@dynamicMemberLookup
package final class SharedValue<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    package init(_ value: Value) { current = Mutex(value) }

    package var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    package subscript<Member: Sendable>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
        get { current.withLock { $0[keyPath: path] } }
        set { current.withLock { $0[keyPath: path] = newValue } }
    }
}
