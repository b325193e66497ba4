import CByteScan
public import EngineConcepts
import WebText

/// Renders HTML as ``StyledText``: the meaning of the text without the layout of the page.
public enum HTMLRenderer {
    /// Renders `markup` and resolves relative links against `base`.
    public static func render(_ markup: String, base: String?) -> StyledText {
        StyledText(blocks: read(markup, base: base, as: StyledBlocks.self).blocks)
    }

    /// Renders `markup` without styles.
    package static func plain(_ markup: String, base: String?) -> PrintedText {
        var markup = markup
        let plain =
            markup.withUTF8 { PlainFlow.read($0, base: base) } ?? read(markup, base: base, as: PlainBlocks.self)
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
        var markup = markup
        return markup.withUTF8 { bytes in
            guard bytes.count > 3 * maximumOpenElements, let start = bytes.baseAddress else { return false }
            guard bytes.count <= maximumTextLength else { return true }
            var tags = 0
            var index = scan_byte(start, 0, bytes.count, .lessThan)
            while index < bytes.count, tags <= maximumOpenElements {
                tags += 1
                index = scan_byte(start, index + 1, bytes.count, .lessThan)
            }
            return tags > maximumOpenElements
        }
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
