import EngineConcepts

/// Publishes articles in order, and starts again when the stream outlasts them.
struct ArticleWriter: SampleWriter {
    let publication: Publication
    let site: String

    func content(of item: SampleItem) -> SampleContent {
        var random = item.random
        let article = publication.articles[item.index % publication.articles.count]
        let link = "https://\(site)/\(item.index + 1)/\(slug(article.title))"
        let title = Placeholders.fill(article.title, random: &random)
        let text = Placeholders.fill(article.html ?? article.text ?? "", random: &random)
        return SampleContent(
            body: TicketBody(
                title: title, text: article.html == nil ? .plain(text) : .html(text, base: link),
                summary: article.summary.map(TicketText.plain),
                author: article.author.map { Author(id: slug($0), name: $0) }, link: link, media: article.media ?? [],
                language: publication.language ?? "en",
                tags: [article.subject.rawValue] + (publication.tags ?? []) + (article.tags ?? [])))
    }

    /// Returns the slug of `title`: ASCII letters and digits, joined by hyphens.
    private func slug(_ title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(6).joined(separator: "-")
    }
}
