/// The observers of one object, each notified as long as its owner lives.
final class Observers<Change> {
    private struct Observer {
        weak var owner: AnyObject?
        let notify: (Change) -> Void
    }

    private var observers: [Observer] = []

    /// Adds an observer; `notify` must not hold `owner` strongly.
    func add(for owner: AnyObject, _ notify: @escaping (Change) -> Void) {
        observers.append(Observer(owner: owner, notify: notify))
    }

    /// Notifies all observers, in the order in which they were added.
    func notify(_ change: Change) {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.notify(change) }
    }
}
