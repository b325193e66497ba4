import EngineConcepts

/// An article with a title.
struct Article: Sendable {
    var title: String
    var author: String?
    var subject: Subject
    var tags: [String]
    var language: String
    var summary: String?
    var media: [Media]
    var text: TicketText

    init(
        _ title: String, by author: String? = nil, _ subject: Subject, _ tags: [String] = [], language: String = "en",
        summary: String? = nil, media: [Media] = [], html: String
    ) {
        self.init(
            title, by: author, subject, tags, language: language, summary: summary, media: media,
            text: .html(html, base: nil))
    }

    init(
        _ title: String, by author: String? = nil, _ subject: Subject, _ tags: [String] = [], language: String = "en",
        summary: String? = nil, media: [Media] = [], text: TicketText
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.tags = tags
        self.language = language
        self.summary = summary
        self.media = media
        self.text = text
    }
}
