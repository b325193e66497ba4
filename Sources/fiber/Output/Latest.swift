/// Keeps the latest of several values that are reported one after another.
actor Latest<Value: Sendable> {
    private(set) var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func update(to value: Value) {
        self.value = value
    }
}
