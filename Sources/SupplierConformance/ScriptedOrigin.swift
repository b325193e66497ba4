public import EngineConcepts

/// A way to say what a supplier's source holds. Whoever wants to prove a supplier writes one: a fake server, a folder of
/// files, a list in memory.
public protocol ScriptedOrigin: Sendable {
    /// A supplier that reads this source, as one would be made at the start of a process.
    func makeSupplier() async throws -> any Supplier

    /// Makes the source hold exactly these items.
    func publish(_ items: [ScriptedItem]) async throws

    /// Makes every request fail until the next ``publish(_:)``; nothing where the source cannot be made to.
    func breakDown() async throws -> Bool
}

extension ScriptedOrigin {
    /// Cannot be made to fail.
    public func breakDown() async throws -> Bool { false }
}

/// An item that a source is told to hold.
public struct ScriptedItem: Hashable, Sendable {
    /// Its name at the source; the supplier may make another one of it, the same every time.
    public var id: String
    /// Its time, to the whole second, as many sources know no better.
    public var time: Timestamp
    /// What it says.
    public var text: String

    /// Makes an item.
    public init(id: String, time: Timestamp, text: String) {
        self.id = id
        self.time = time
        self.text = text
    }
}
