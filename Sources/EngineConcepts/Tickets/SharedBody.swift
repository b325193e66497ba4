/// A body in storage that tickets and items share. A body consists of some thirty strings and arrays; an item is copied a dozen
/// times on its way from the document to the store, and each copy would retain them all.
@usableFromInline
final class SharedBody: Hashable, Sendable {
    @usableFromInline let body: TicketBody

    @inlinable
    init(_ body: TicketBody) { self.body = body }

    @usableFromInline
    static func == (lhs: SharedBody, rhs: SharedBody) -> Bool { lhs === rhs || lhs.body == rhs.body }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(body) }
}
