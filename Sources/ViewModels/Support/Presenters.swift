public import EngineConcepts

/// The presenters of suppliers, asked for once each.
public final class Presenters {
    private let engine: any Engine
    private var known: [SupplierID: any Presenter] = [:]

    /// Makes a shelf for the presenters of an engine.
    public init(engine: any Engine) {
        self.engine = engine
    }

    /// The presenters of these suppliers.
    public func presenters(for suppliers: Set<SupplierID>) async -> [SupplierID: any Presenter] {
        for supplier in suppliers where known[supplier] == nil {
            known[supplier] = await engine.presenter(for: supplier)
        }
        return known
    }

    /// Asks anew from now on: suppliers came or went.
    public func forget() {
        known = [:]
    }
}
