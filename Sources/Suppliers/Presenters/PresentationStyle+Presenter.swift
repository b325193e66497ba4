public import EngineConcepts

extension PresentationStyle {
    /// Returns the presenter of this choice for the tickets of a source with this name.
    public func presenter(ofSource name: String) -> any Presenter {
        switch self {
        case .articles: ArticlePresenter(publisher: name)
        case .posts: PostPresenter()
        case .stories: SubmissionPresenter()
        case .lines: LinePresenter(source: name)
        }
    }
}
