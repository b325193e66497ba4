import EngineConcepts

/// The text of a short post.
struct Remark: Sendable, ExpressibleByStringLiteral {
    /// The text; may have slots.
    var text: String
    /// The content warning.
    var warning: String?
    /// The alternative texts of its pictures.
    var pictures: [String] = []
    /// The quoted post.
    var quoting: Quoted?

    /// A quoted post with its author.
    struct Quoted: Sendable {
        var author: Author
        var text: String
    }

    init(_ text: String, warning: String? = nil, pictures: [String] = [], quoting: Quoted? = nil) {
        self.text = text
        self.warning = warning
        self.pictures = pictures
        self.quoting = quoting
    }

    init(stringLiteral value: String) {
        self.init(value)
    }
}

/// All remarks of one author on one subject.
struct Voice: Sendable {
    var author: Author
    var subject: Subject
    var language: String
    var remarks: [Remark]

    init(_ author: Author, _ subject: Subject, in language: String = "en", _ remarks: [Remark]) {
        self.author = author
        self.subject = subject
        self.language = language
        self.remarks = remarks
    }
}
