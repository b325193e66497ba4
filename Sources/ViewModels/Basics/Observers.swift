/// The observers of a service that all screens share, each notified as long as its owner lives. An object with a single owner
/// has a closure instead, such as `onChange`.
public final class Observers<Change> {
    private struct Observer {
        weak var owner: AnyObject?
        let notify: (Change) -> Void
    }

    private var observers: [Observer] = []

    /// Calls `handler` after each change as long as `owner` lives. `handler` must not hold the owner strongly.
    public func observe(for owner: AnyObject, _ handler: @escaping (Change) -> Void) {
        observers.append(Observer(owner: owner, notify: handler))
    }

    /// Notifies all observers, in the order in which they were added.
    func notify(_ change: Change) {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.notify(change) }
    }
}
