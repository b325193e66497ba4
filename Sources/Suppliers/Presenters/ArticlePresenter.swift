public import EngineConcepts
import FeedParsing
import Synchronization

/// Presents articles: a title, who published it, and text as long as it is.
public struct ArticlePresenter: Presenter {
    private let publisher: PublisherName
    private let rendering: TextRendering

    /// Makes a presenter of what `publisher` puts out, for articles that name no author, and renders HTML by `markup`.
    public init(publisher: String, markup: any MarkupRendering) {
        self.init(publisher: PublisherName(publisher), markup: markup)
    }

    /// Makes a presenter of what somebody puts out whose name may become known later.
    init(publisher: PublisherName, markup: any MarkupRendering) {
        self.publisher = publisher
        rendering = TextRendering(markup: markup)
    }

    /// Shows the whole text, or the summary where there is no other.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let text = body.text.isEmpty ? body.summary ?? body.text : body.text
        let styled = rendering.styled(text, marksEntities: true)
        return Presentation(
            byline: body.author.map(Presentation.Byline.init) ?? Presentation.Byline(name: publisher.value),
            title: body.title,
            warning: body.contentWarning,
            body: styled,
            facts: Presentation.Fact.all(of: ticket) + readingTime(of: styled),
            media: body.media,
            link: body.link,
            discussion: ticket.source.fields["comments"])
    }

    /// A note such as "6 min" for texts of more than a minute, at 220 words a minute. Scripts without spaces between
    /// words are counted by their bytes: a word of English takes about six.
    private func readingTime(of text: StyledText) -> [Presentation.Fact] {
        let words = text.blocks.reduce(0) { $0 + $1.text.utf8.count } / 6
        let minutes = (words + 110) / 220
        return minutes > 1 ? [Presentation.Fact(note: "\(minutes) min")] : []
    }
}

/// What a publisher is called: a source that nobody gave a name says so itself, with its first answer.
final class PublisherName: Sendable {
    private let name: Mutex<String>

    /// Begins with this name.
    init(_ name: String) {
        self.name = Mutex(name)
    }

    /// What it is called by now.
    var value: String {
        get { name.withLock(\.self) }
        set { name.withLock { $0 = newValue } }
    }
}
