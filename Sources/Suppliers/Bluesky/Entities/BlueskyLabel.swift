import EngineConcepts
import FeedParsing

/// A label that a moderation service or the author has put on a post or a profile (`com.atproto.label.defs#label`).
struct BlueskyLabel: LenientObject, Hashable, Sendable {
    /// The identifier of the service or person that gives the label.
    let source: String
    let value: String
    /// True if the label takes an earlier one back.
    let isNegation: Bool
    let expires: Timestamp?

    init(_ members: JSONMembers) throws {
        value = try members.requiredLine("val")
        source = members.line("src") ?? ""
        isNegation = members.flag("neg")
        expires = members.date("exp")
    }
}

/// The meaning of a label of one moderation service (`com.atproto.label.defs#labelValueDefinition`).
struct BlueskyLabelDefinition: LenientObject, Hashable, Sendable {
    /// The part of a post that the label covers.
    enum Cover: String, Sendable {
        case content, media, none
    }

    let value: String
    let cover: Cover
    let setting: BlueskyModeration.Visibility
    let isForAdults: Bool
    /// The name in English, or the value if there is none.
    let name: String

    init(_ members: JSONMembers) throws {
        value = try members.requiredLine("identifier")
        cover = members.line("blurs").flatMap(Cover.init) ?? .none
        setting = members.line("defaultSetting").flatMap(BlueskyModeration.Visibility.init) ?? .warn
        isForAdults = members.flag("adultOnly")
        let names = members.objects("locales").filter { $0.line("name") != nil }
        name = (names.first { $0.line("lang")?.hasPrefix("en") ?? false } ?? names.first)?.line("name") ?? value
    }
}

/// The labels of a moderation service (`app.bsky.labeler.defs#labelerViewDetailed`).
struct BlueskyLabeler: LenientObject, Hashable, Sendable {
    let did: String
    let definitions: [BlueskyLabelDefinition]

    init(_ members: JSONMembers) throws {
        guard let creator = members.object("creator", of: BlueskyProfile.self) else { throw members.missing("creator") }
        did = creator.did
        definitions = members.nested("policies")?.list("labelValueDefinitions", of: BlueskyLabelDefinition.self) ?? []
    }
}
