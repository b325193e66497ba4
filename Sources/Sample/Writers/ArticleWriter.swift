import EngineConcepts

/// Publishes articles in order, and starts again when the stream outlasts them.
struct ArticleWriter: SampleWriter {
    let articles: [Article]
    let site: String

    func content(at place: SamplePlace) -> SampleContent {
        var dice = place.dice
        let article = articles[place.index % articles.count]
        let link = "https://\(site)/\(place.index + 1)/\(slug(article.title))"
        let title = Slots.fill(article.title, dice: &dice)
        let text: TicketText =
            switch article.text {
            case .html(let html, _): .html(Slots.fill(html, dice: &dice), base: link)
            case .plain(let plain): .plain(Slots.fill(plain, dice: &dice))
            case .styled(let styled): .styled(styled)
            }
        return SampleContent(
            body: TicketBody(
                title: title, text: text, summary: article.summary.map(TicketText.plain),
                author: article.author.map { Author(id: slug($0), name: $0) }, link: link, media: article.media,
                language: article.language, tags: [article.subject.rawValue] + article.tags))
    }

    /// Returns the slug of `title`: ASCII letters and digits, joined by hyphens.
    private func slug(_ title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(6).joined(separator: "-")
    }
}
