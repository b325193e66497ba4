public import EngineConcepts

/// The presenters of suppliers, asked for once each.
public final class Presenters {
    /// Told when tickets that are shown are to be presented once more.
    public var onChange: (() -> Void)?

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

    /// Asks anew from now on, and has presented once more what is shown: a source is shown as something else.
    public func change() {
        forget()
        onChange?()
    }

    /// Asks anew from now on: suppliers came or went.
    public func forget() {
        known = [:]
    }
}
