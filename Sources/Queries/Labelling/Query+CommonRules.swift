public import EngineConcepts
import WebText

/// Queries for common rules.
extension Query {
    /// Returns a query for any of these words or phrases, or `nil` if none has letters or digits.
    public static func mutedWords(_ words: [String]) -> Query? {
        alternatives(words.compactMap { WordPattern($0, .word) }.map { .words($0, in: .anywhere) })
    }

    /// Returns a query for authors or boosters by name or handle, or `nil` if none has letters or digits.
    public static func authors(_ names: [String]) -> Query? {
        alternatives(names.compactMap { WordPattern($0, .phrase) }.map { .words($0, in: .author) })
    }

    /// Returns a query for links to these sites, given as hosts or addresses, or `nil` if none is a site.
    public static func sites(_ names: [String]) -> Query? {
        alternatives(names.compactMap(WebAddress.site(named:)).map { .site($0) })
    }

    /// Returns a query for tickets that meet one of these conditions, or `nil` without any.
    private static func alternatives(_ conditions: [Condition]) -> Query? {
        conditions.isEmpty ? nil : .any(of: conditions.map { .condition($0) })
    }

    /// Returns a query for the sources whose identity contains that of this one, or `nil` if that has no letters or
    /// digits.
    public static func source(_ supplier: SupplierID) -> Query? {
        WordPattern(supplier.rawValue, .phrase).map { .condition(.words($0, in: .source)) }
    }

    public static let boosts = Query.condition(.trait(.boost))

    public static let replies = Query.condition(.trait(.reply))

    /// Items with a content warning.
    public static let contentWarnings = Query.condition(.trait(.warning))

    /// Items whose story is already in the timeline.
    public static let duplicates = Query.condition(.trait(.duplicate))

    /// Returns a query for the shown author of `ticket`, preferably by handle, or `nil` without an author.
    public static func author(of ticket: Ticket) -> Query? {
        ticket.shownAuthor.flatMap { authors([$0.handle ?? $0.name]) }
    }

    /// Returns a query for the boosts by the one who boosted `ticket`, or `nil` unless it is a boost.
    public static func boostsByBooster(of ticket: Ticket) -> Query? {
        guard ticket.body.boosted != nil, let booster = ticket.body.author else { return nil }
        return authors([booster.handle ?? booster.name]).map { Query.all(of: [$0, boosts]) }
    }

    /// Returns a query for the site that `ticket` links to, or `nil` without a link.
    public static func site(of ticket: Ticket) -> Query? {
        ticket.body.link.flatMap { sites([$0]) }
    }

    /// Returns a query for each tag of `ticket`.
    public static func tags(of ticket: Ticket) -> [Query] {
        ticket.body.tags.compactMap { WordPattern($0, .word) }.map { .condition(.words($0, in: .tag)) }
    }
}
