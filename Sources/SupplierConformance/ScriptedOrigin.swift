public import EngineConcepts

/// Controls the content of a supplier's source. Implement it to test a supplier: with a fake server, a folder of
/// files, a list in memory.
public protocol ScriptedOrigin: Sendable {
    /// Creates a supplier of this source, as at the start of a process.
    func makeSupplier() async throws -> any Supplier

    /// Replaces the source's content by these items.
    func publish(_ items: [ScriptedItem]) async throws

    /// Makes every request fail until the next ``publish(_:)``. Returns false if that is not possible.
    func breakDown() async throws -> Bool
}

extension ScriptedOrigin {
    /// Returns false: the source cannot be made to fail.
    public func breakDown() async throws -> Bool { false }
}

/// An item of a scripted source.
public struct ScriptedItem: Hashable, Sendable {
    /// The ID at the source. The supplier may derive another one, always the same.
    public var id: String
    /// The time in whole seconds, the precision of many sources.
    public var time: Timestamp
    public var text: String

    public init(id: String, time: Timestamp, text: String) {
        self.id = id
        self.time = time
        self.text = text
    }
}
