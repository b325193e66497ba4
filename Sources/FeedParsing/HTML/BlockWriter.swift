import EngineConcepts
import WebText

/// Writes the blocks of a text in order. Running text goes into the current block until an element begins
/// another one. Roles stay open across blocks and are closed with each, so a link around two paragraphs becomes two
/// links.
struct BlockWriter<Output: BlockOutput> {
    private struct OpenRole {
        var kind: StyledText.EntityKind
        var target: String?
        var start: Int
    }

    /// The maximum number of images shown in a block that contains nothing else.
    private static var maximumImages: Int { 50 }
    /// The maximum number of anchors in a text.
    private static var maximumAnchors: Int { 10_000 }
    /// The maximum number of entities of roles that stay open across blocks. Hostile markup has hundreds of roles open in each
    /// of a million blocks.
    private static var maximumContinuations: Int { 100_000 }

    var output = Output()
    /// The length of the output's text in bytes.
    private(set) var length = 0
    private var roles: [OpenRole] = []
    private var continuations = 0
    private var entities: [StyledText.Entity] = []
    private var anchorCount = 0
    /// The names of anchors whose text has not begun yet.
    private var waitingAnchors: [String] = []
    private var writer = ScalarCleaner(keepsLines: false, capacity: 1024)
    /// True if the next word must be separated from the text before it. Punctuation is not.
    private var needsSeparator = false
    /// Images that are shown only if the block contains nothing else.
    private var pictures: [EmbeddedMedia.Link] = []

    private var context = BlockContext()

    // MARK: Running text

    /// Adds text of the document.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let first = bytes.first { separate(before: first) }
        writer.clean(bytes)
    }

    /// Adds a character of the document.
    mutating func append(_ scalar: Unicode.Scalar) {
        separate(before: scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0x80)
        writer.clean(scalar)
    }

    /// Adds the ordinary words that begin at `start` in markup of valid UTF-8, and returns their end. Not for
    /// preformatted text.
    mutating func appendWords(of markup: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let byte = markup[start]
        if byte == .space || byte == .lineFeed {
            needsSeparator = false
            writer.appendSpace()
            return start + 1
        }
        // The character that a reference stands for decides on the separator.
        guard byte != .ampersand, byte != .lessThan else { return start }
        separate(before: byte)
        return writer.appendWords(of: markup, from: start)
    }

    private mutating func separate(before first: UInt8) {
        guard needsSeparator else { return }
        needsSeparator = false
        if first >= 0x80 || first.isASCIILetter || first.isASCIIDigit { writeSpace() }
    }

    /// Separates what follows from the words before it.
    private mutating func separate() {
        guard !isPreformatted, let last = writer.output.last, !"([{/-\"'".utf8.contains(last) else { return }
        writeSpace()
    }

    private mutating func writeSpace() {
        guard !isPreformatted else { return }
        var space = " "
        space.withUTF8 { writer.clean($0) }
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// The length of the text so far without trailing white space. Grows whenever something is written.
    var writtenLength: Int { length + writer.output.count }

    /// Breaks the line. Two breaks in a row end the block, since they are used to separate paragraphs.
    mutating func breakLine() {
        if !isPreformatted, Self.endsInBlankLine(writer.output) { flush() } else { writer.breakLine() }
    }

    private static func endsInBlankLine(_ text: [UInt8]) -> Bool {
        text[..<Self.endOfWords(text, blanks: { $0 == .space })].last == .lineFeed
    }

    // MARK: Roles

    var roleCount: Int { roles.count }

    var isPreformatted: Bool { context.isPreformatted }

    /// Opens a role for the following text.
    mutating func open(_ kind: StyledText.EntityKind, target: String? = nil) {
        roles.append(OpenRole(kind: kind, target: target, start: writer.position))
    }

    mutating func closeRoles(downTo count: Int) {
        while roles.count > count { close(roles.removeLast()) }
    }

    /// Adds `text` with a role of their own.
    mutating func write(_ text: String, as kind: StyledText.EntityKind, target: String) {
        let count = roles.count
        open(kind, target: target)
        write(text)
        closeRoles(downTo: count)
    }

    var hasAnchors: Bool { anchorCount > 0 }

    /// Marks the place of the following text as an anchor.
    mutating func place(_ name: String) {
        guard anchorCount < Self.maximumAnchors else { return }
        anchorCount += 1
        guard Output.keeps(.anchor) else { return }
        entities.append(StyledText.Entity(.anchor, writer.position..<writer.position, target: name))
    }

    /// Writes an image that has a description, separated from the words around it.
    mutating func write(described picture: EmbeddedMedia.Link) {
        separate()
        write(picture.text, as: picture.kind, target: picture.target)
        needsSeparator = true
    }

    /// Keeps an image without a description, which is shown only if its block contains nothing else.
    mutating func keep(undescribed picture: EmbeddedMedia.Link) {
        guard pictures.count < Self.maximumImages else { return }
        pictures.append((StyledText.undescribedPicture, picture.kind, picture.target))
    }

    /// Adds the kept images if the block has no text.
    private mutating func writePictures() {
        let kept = pictures
        pictures = []
        guard !isPreformatted, Self.endOfWords(writer.output, blanks: \.isASCIIWhitespace) == 0 else { return }
        for picture in kept {
            separate()
            write(picture.text, as: picture.kind, target: picture.target)
        }
    }

    private mutating func close(_ role: OpenRole) {
        let end = writer.output.count
        guard Output.keeps(role.kind), end > role.start else { return }
        entities.append(StyledText.Entity(role.kind, role.start..<end, target: role.target))
    }

    // MARK: Blocks

    /// Ends the current block. The next one begins with the open roles.
    mutating func flush() {
        if !pictures.isEmpty { writePictures() }
        if continuations < Self.maximumContinuations {
            let count = entities.count
            for role in roles { close(role) }
            continuations += entities.count - count
        }
        writer.trim()
        if !writer.output.isEmpty || !entities.isEmpty { appendBlock() }
        if !entities.isEmpty { entities.removeAll(keepingCapacity: true) }
        needsSeparator = false
        writer.restart(keepsLines: isPreformatted)
        for index in roles.indices { roles[index].start = 0 }
    }

    /// Ends the current block, and changes the context of the following ones.
    mutating func change(_ change: (inout BlockContext) -> Void) {
        flush()
        change(&context)
        writer.keepsLines = isPreformatted
    }

    mutating func rule() {
        flush()
        output.append(.rule, quoteDepth: context.quoteDepth, [], entities: [])
    }

    private mutating func appendBlock() {
        let text = writer.output
        var start = 0
        var end = text.count
        if isPreformatted {
            if text.first == .lineFeed { start = 1 }
        } else {
            // Editors put no-break spaces into empty paragraphs.
            end = Self.endOfWords(text, blanks: \.isASCIIWhitespace)
        }
        guard end > start else {
            waitingAnchors += entities.lazy.filter { $0.kind == .anchor }.compactMap(\.target)
            return
        }
        length += end - start
        let marked = entities.isEmpty && waitingAnchors.isEmpty ? [] : takeEntities(in: start..<end)
        output.append(context.takeKind(), quoteDepth: context.quoteDepth, text[start..<end], entities: marked)
    }

    /// Returns the entities of the block, sorted, after the anchors that waited for a text.
    ///
    /// - Parameter words: The range of the text without its trailing spaces, to which entities are clipped.
    private mutating func takeEntities(in words: Range<Int>) -> [StyledText.Entity] {
        var marked = waitingAnchors.map { StyledText.Entity(.anchor, 0..<0, target: $0) }
        waitingAnchors = []
        for entity in entities {
            let upper = max(0, min(entity.range.upperBound, words.upperBound) - words.lowerBound)
            let range = min(max(0, entity.range.lowerBound - words.lowerBound), upper)..<upper
            guard !range.isEmpty || entity.kind == .anchor else { continue }
            marked.append(StyledText.Entity(entity.kind, range, target: entity.target))
        }
        guard marked.count > 1 else { return marked }
        return marked.sorted { left, right in
            (left.range.lowerBound, -left.range.upperBound) < (right.range.lowerBound, -right.range.upperBound)
        }
    }

    /// Returns the end of the last word, before any trailing `blanks` and no-break spaces.
    private static func endOfWords(_ text: [UInt8], blanks: (UInt8) -> Bool) -> Int {
        var end = text.count
        while end > 0 {
            if blanks(text[end - 1]) {
                end -= 1
            } else if end > 1, text[end - 1] == 0xa0, text[end - 2] == 0xc2 {
                end -= 2
            } else {
                break
            }
        }
        return end
    }
}
