extension Field {
    /// The names of fields in other programs, and the fields with the same meaning.
    static let foreignNames: [String: String] = [
        "from": "author:", "by": "author:", "user": "author:", "username": "author:", "creator": "author:",
        "subject": "title:", "intitle": "title:", "headline": "title:", "name": "title:", "body": "text:",
        "content": "text:", "intext": "text:", "description": "text:", "summary": "text:", "tags": "tag:",
        "category": "tag:", "hashtag": "tag:", "link": "url:", "inurl": "url:", "guid": "url:", "domain": "site:",
        "host": "site:", "feed": "source:", "feedtitle": "source:", "rssurl": "source:", "channel": "source:",
        "in": "source:", "list": "source:", "supplier": "source:", "feedlink": "source:", "type": "kind:",
        "language": "lang:", "unread": "is:unread", "read": "is:read", "starred": "is:starred", "filter": "has:",
        "points": "score:", "votes": "score:", "stars": "likes:", "favourites": "likes:", "favorites": "likes:",
        "reactions": "likes:", "comments": "replies:", "reposts": "boosts:", "retweets": "boosts:",
        "shares": "boosts:", "after": "date:2026-11-01..", "since": "date:2026-11-01..",
        "before": "date:..2026-11-01", "until": "date:..2026-11-01", "created": "date:2026-11-01..",
        "updated": "date:2026-11-01..", "pubdate": "date:2026-11-01..", "published": "date:2026-11-01..",
        "during": "date:2026-11", "newer": "age:<2d", "newerthan": "age:<2d", "newer_than": "age:<2d",
        "older": "age:>2d", "olderthan": "age:>2d", "older_than": "age:>2d",
    ]

    /// An example value.
    var example: String {
        switch self {
        case .text(.tag): "tag:f1"
        case .text(.url): "url:example.org/news"
        case .text(.source): "source:kerb"
        case .text(.topic): "topic:racing"
        case .text(.author): "author:\"Ana Sol\""
        case .text(.label): "label:press"
        case .text(.person): "person:\"Ana Sol\""
        case .text(.note): "note:reliable"
        case .text(let field): "\(field.rawValue):ferrari"
        case .count(let field): "\(field.rawValue):>100"
        case .traits(prefix: "is"): "is:unread"
        case .traits: "has:image"
        case .site: "site:example.org"
        case .language: "lang:en"
        case .kind: "kind:feed"
        case .age: "age:<2d"
        case .date: "date:2026-11-01.."
        }
    }
}

extension Query {
    /// Returns true if a word begins like a condition on a field, such as `-title:/a/`.
    package static func namesField(_ word: String) -> Bool {
        let word = word.drop { $0 == "-" || $0 == "(" }
        guard let colon = word.firstIndex(of: ":") else { return false }
        return Field.byName[word[..<colon].lowercased()] != nil
    }
}
