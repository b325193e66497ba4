/// Lets one in after another, in the order in which they came, over suspensions too. Owned by one actor.
struct AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Takes the lane where it is free.
    mutating func tryEnter() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    /// Waits for the lane, which is taken. Whoever is resumed has it.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Gives the lane to whoever waits longest.
    mutating func leave() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
