public import EngineConcepts

/// The queries that rules are made of most often, ready to use.
extension Query {
    /// What holds one of these words or phrases; nil where none of them has letters or digits.
    public static func mutedWords(_ words: [String]) -> Query? {
        let conditions = words.compactMap { word in
            WordPattern(word, .word).map { Query.condition(.words($0, in: .anywhere)) }
        }
        return conditions.isEmpty ? nil : .any(of: conditions)
    }

    /// What these people wrote or passed on, by name or handle; nil where none of them has letters or digits.
    public static func authors(_ names: [String]) -> Query? {
        let conditions = names.compactMap { name in
            WordPattern(name, .phrase).map { Query.condition(.words($0, in: .author)) }
        }
        return conditions.isEmpty ? nil : .any(of: conditions)
    }

    /// What leads to these sites or to one below them; nil where none of them is the name of a site. Reads addresses too.
    public static func sites(_ names: [String]) -> Query? {
        let conditions = names.compactMap { Host.name(of: $0).map { Query.condition(.site($0)) } }
        return conditions.isEmpty ? nil : .any(of: conditions)
    }

    /// What passes other tickets on.
    public static let boosts = Query.condition(.trait(.boost))

    /// What answers something.
    public static let replies = Query.condition(.trait(.reply))

    /// What warns of its content.
    public static let contentWarnings = Query.condition(.trait(.warning))

    /// What tells a story that stands in the timeline already.
    public static let duplicates = Query.condition(.trait(.duplicate))

    /// What is by the author of `ticket`, by their handle where they have one; nil where it names nobody.
    public static func author(of ticket: Ticket) -> Query? {
        ticket.body.author.flatMap { authors([$0.handle ?? $0.name]) }
    }

    /// What leads to the site that `ticket` leads to; nil where it leads nowhere.
    public static func site(of ticket: Ticket) -> Query? {
        ticket.body.link.flatMap { sites([$0]) }
    }

    /// What has a tag of `ticket`, for each of its tags.
    public static func tags(of ticket: Ticket) -> [Query] {
        ticket.body.tags.compactMap { tag in
            WordPattern(tag, .word).map { .condition(.words($0, in: .tag)) }
        }
    }
}
