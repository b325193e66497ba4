public import EngineConcepts

/// Turns HTML into ``StyledText``: what the text means, without how a page would look.
public enum HTMLRenderer {
    /// Renders `markup`; relative links are meant against `base`.
    public static func render(_ markup: String, base: String?) -> StyledText {
        var markup = markup
        let builder = StyledTextBuilder(base: base)
        markup.withUTF8 { HTMLReader.read($0, into: builder) }
        return builder.finish()
    }
}

/// Renders markup for presenters, as ``HTMLRenderer`` does.
public struct HTMLMarkup: MarkupRendering {
    /// Makes a renderer; it keeps nothing.
    public init() {}

    /// Renders `html`; relative links are meant against `base`.
    public func styledText(html: String, base: String?) -> StyledText {
        HTMLRenderer.render(html, base: base)
    }
}
