public import EngineConcepts

/// Renders HTML as ``StyledText``: the meaning of the text without the layout of the page.
public enum HTMLRenderer {
    /// Renders `markup` and resolves relative links against `base`.
    public static func render(_ markup: String, base: String?) -> StyledText {
        StyledText(blocks: read(markup, base: base, as: StyledBlocks.self).blocks)
    }

    /// Renders `markup` without styles.
    package static func plain(_ markup: String, base: String?) -> PrintedText {
        let plain = read(markup, base: base, as: PlainBlocks.self)
        return PrintedText(text: plain.text, images: plain.images)
    }

    private static func read<Output: BlockOutput>(_ markup: String, base: String?, as: Output.Type) -> Output {
        var markup = markup
        var builder = TextBuilder<Output>(base: base)
        markup.withUTF8 { HTMLReader.read($0, into: &builder) }
        return builder.finish()
    }

    /// The maximum number of open elements; the text ends at the next one, since every end tag costs the parser a
    /// search through them.
    static let maximumOpenElements = 5000
    /// The maximum length of a text in bytes.
    static let maximumTextLength = 2 << 20

    /// Returns false if the text certainly is not truncated. A fast check; most markup is short.
    static func mayBeTruncated(_ markup: String) -> Bool {
        let bytes = markup.utf8
        return bytes.count > maximumTextLength
            || bytes.count > 3 * maximumOpenElements && bytes.count { $0 == 0x3c } > maximumOpenElements
    }

    /// Returns true if the rendered text is truncated. As slow as rendering.
    static func isTruncated(_ markup: String) -> Bool {
        var markup = markup
        var builder = TextBuilder<PlainBlocks>(base: nil)
        return markup.withUTF8 { bytes in
            HTMLReader.read(bytes, into: &builder)
            return builder.isFull || bytes.count > HTMLReader.maximumLength
        }
    }
}
