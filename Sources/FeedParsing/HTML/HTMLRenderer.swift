public import EngineConcepts

/// Turns HTML into ``StyledText``: what the text means, without how a page would look.
public enum HTMLRenderer {
    /// Renders `markup`; relative links are meant against `base`.
    public static func render(_ markup: String, base: String?) -> StyledText {
        var markup = markup
        let builder = StyledTextBuilder(base: base)
        markup.withUTF8 { HTMLReader.readPart($0, into: builder) }
        return builder.finish()
    }

    /// Texts end with the element that is nested deeper than this, since every end tag costs the parser a search through
    /// what is open.
    static let deepestElements = 5000
    /// Longer texts end there, in bytes.
    static let longestText = 2 << 20

    /// Whether the text of `markup` could end before the markup does; quick to tell. Most markup is short.
    static func mayBeEndless(_ markup: String) -> Bool {
        let bytes = markup.utf8
        return bytes.count > longestText
            || bytes.count > 3 * deepestElements && bytes.count { $0 == 0x3c } > deepestElements
    }

    /// Whether the text of `markup` ends before the markup does. As slow as rendering.
    static func isEndless(_ markup: String) -> Bool {
        var markup = markup
        let builder = StyledTextBuilder(base: nil)
        return markup.withUTF8 { bytes in
            HTMLReader.readPart(bytes, into: builder)
            return builder.isFull || bytes.count > HTMLReader.longest
        }
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
