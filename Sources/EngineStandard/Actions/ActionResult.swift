import EngineConcepts

/// The result of a successful action.
struct ActionResult: Sendable {
    let action: PendingAction
    /// The item that the source returned, or `nil` if it returned none.
    let item: SourceItem?
    /// The supplier of the created item, or `nil` if nothing was created or no supplier's stream contains it.
    let home: SupplierID?
    /// The action that continues this one, or `nil` if there is none.
    let next: PendingAction?
}
