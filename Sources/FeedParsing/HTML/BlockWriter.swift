import EngineConcepts
import WebText

/// Writes the blocks of a styled text, one after the other: running text goes into a block until something begins another
/// one. Roles are kept open across blocks and closed with each, so that a link around two paragraphs is two links.
struct BlockWriter {
    /// A role whose range is not closed yet.
    private struct OpenRole {
        var kind: StyledText.EntityKind
        var target: String?
        var start: Int
    }

    private struct List {
        var isOrdered: Bool
        var number: Int
    }

    /// More pictures are not shown in a block that holds nothing else.
    private static let mostPictures = 50
    /// Deeper quotations and lists are shown as if they were no deeper.
    private static let deepest = 16

    /// What is written.
    private(set) var blocks: [StyledText.Block] = []
    /// How many bytes of text that is.
    private(set) var length = 0
    private var roles: [OpenRole] = []
    private var entities: [StyledText.Entity] = []
    private var writer = ScalarCleaner(keepsLines: false, capacity: 1024)
    /// Whether something was written from which words that follow are to be kept apart.
    private var isApart = false
    /// Pictures that are shown only where the block holds nothing else.
    private var pictures: [EmbeddedMedia.Link] = []

    private var lists: [List] = []
    private var quoteDepth = 0
    private var heading: Int?
    private var preformattedDepth = 0
    private var isCaption = false
    /// The marker of the list item whose first block is to come.
    private var marker: String?

    // MARK: Running text

    /// Takes text of the document.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isApart, let first = bytes.first {
            isApart = false
            if first >= 0x80 || first.isASCIILetter || first.isASCIIDigit { writeSpace() }
        }
        writer.take(bytes)
    }

    /// Keeps words that follow at once apart from what was written, but no mark behind it.
    mutating func keepApart() {
        isApart = true
    }

    /// Keeps what follows apart from the words before it.
    mutating func separate() {
        guard preformattedDepth == 0, let last = writer.output.last, !"([{/-\"'".utf8.contains(last) else { return }
        writeSpace()
    }

    private mutating func writeSpace() {
        guard preformattedDepth == 0 else { return }
        var space = " "
        space.withUTF8 { writer.take($0) }
    }

    /// Writes words that stand for something.
    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { take($0) }
    }

    /// How much was written so far, blanks at the end left out: more where anything was written since.
    var extent: Int { length + writer.output.count }

    /// Breaks the line; a second time in a row, it ends the block, since that is how paragraphs are written without `<p>`.
    mutating func breakLine() {
        if preformattedDepth == 0, Self.endsInBlankLine(writer.output) { flush() } else { writer.breakLine() }
    }

    private static func endsInBlankLine(_ text: [UInt8]) -> Bool {
        text[..<Self.endOfWords(text, blanks: { $0 == 0x20 })].last == 0x0a
    }

    // MARK: Roles

    /// How many roles are open.
    var roleCount: Int { roles.count }

    /// Whether the text is code that keeps its lines.
    var isPreformatted: Bool { preformattedDepth > 0 }

    /// Lets what is written next have a role.
    mutating func open(_ kind: StyledText.EntityKind, target: String? = nil) {
        roles.append(OpenRole(kind: kind, target: target, start: writer.position))
    }

    /// Ends the roles that were opened last, until so many are left.
    mutating func closeRoles(downTo count: Int) {
        while roles.count > count { close(roles.removeLast()) }
    }

    /// Writes `words` in a role of their own.
    mutating func write(_ words: String, as kind: StyledText.EntityKind, target: String) {
        let count = roles.count
        open(kind, target: target)
        write(words)
        closeRoles(downTo: count)
    }

    /// Takes note of a picture that is shown only where its block holds nothing else.
    mutating func note(_ picture: EmbeddedMedia.Link) {
        if pictures.count < Self.mostPictures { pictures.append(picture) }
    }

    /// Writes the pictures of the block, where there is nothing else in it.
    private mutating func writePictures() {
        let noted = pictures
        pictures = []
        guard preformattedDepth == 0, Self.endOfWords(writer.output, blanks: \.isASCIIWhitespace) == 0 else { return }
        for picture in noted {
            separate()
            write(picture.words, as: picture.kind, target: picture.target)
        }
    }

    private mutating func close(_ role: OpenRole) {
        let end = writer.output.count
        guard end > role.start else { return }
        entities.append(StyledText.Entity(role.kind, role.start..<end, target: role.target))
    }

    // MARK: What blocks stand in

    mutating func beginHeading(_ level: Int) {
        flush()
        heading = level
    }

    mutating func endHeading() {
        flush()
        heading = nil
    }

    mutating func beginList(isOrdered: Bool, from number: Int = 1) {
        flush()
        lists.append(List(isOrdered: isOrdered, number: number))
    }

    mutating func endList() {
        flush()
        if !lists.isEmpty { lists.removeLast() }
    }

    /// Begins an item of the innermost list; `number` is its own, where it has one.
    mutating func beginListItem(number: Int?) {
        flush()
        guard let list = lists.last else {
            marker = "•"
            return
        }
        let number = number ?? list.number
        lists[lists.count - 1].number = number == .max ? number : number + 1
        marker = list.isOrdered ? "\(number)." : ["•", "◦", "▪"][min(lists.count - 1, 2)]
    }

    /// Ends a list item; one without any text leaves no marker to what follows.
    mutating func endListItem() {
        flush()
        marker = nil
    }

    mutating func beginQuote() {
        flush()
        quoteDepth += 1
    }

    mutating func endQuote() {
        flush()
        quoteDepth = max(0, quoteDepth - 1)
    }

    mutating func beginPreformatted() {
        flush()
        preformattedDepth += 1
        writer.restart(keepsLines: true)
    }

    mutating func endPreformatted() {
        flush()
        preformattedDepth = max(0, preformattedDepth - 1)
        writer.restart(keepsLines: preformattedDepth > 0)
    }

    mutating func beginCaption() {
        flush()
        isCaption = true
    }

    mutating func endCaption() {
        flush()
        isCaption = false
    }

    mutating func rule() {
        flush()
        blocks.append(StyledText.Block(kind: .rule, quoteDepth: quoteDepth, text: ""))
    }

    // MARK: Blocks

    /// Ends the block that is being written, and begins the next one with the roles that are open.
    mutating func flush() {
        if !pictures.isEmpty { writePictures() }
        for role in roles { close(role) }
        append(writer.finish())
        entities = []
        isApart = false
        writer.restart(keepsLines: preformattedDepth > 0)
        for index in roles.indices { roles[index].start = 0 }
    }

    /// Puts `replacement` in the place of all blocks from `start` on.
    mutating func replaceBlocks(from start: Int, with replacement: [StyledText.Block]) {
        blocks.replaceSubrange(min(start, blocks.count)..., with: replacement)
    }

    private mutating func append(_ text: [UInt8]) {
        var start = 0
        var end = text.count
        if preformattedDepth > 0 {
            if text.first == 0x0a { start = 1 }
        } else {
            // Space that does not break is what editors put into paragraphs that are empty.
            end = Self.endOfWords(text, blanks: \.isASCIIWhitespace)
        }
        guard end > start else { return }
        let kept = entities.compactMap { entity -> StyledText.Entity? in
            // What stood over spaces at the end, which are gone, stands over nothing any more.
            let upper = max(0, min(entity.range.upperBound, end) - start)
            let range = min(max(0, entity.range.lowerBound - start), upper)..<upper
            return range.isEmpty ? nil : StyledText.Entity(entity.kind, range, target: entity.target)
        }
        let sorted = kept.sorted { left, right in
            (left.range.lowerBound, -left.range.upperBound) < (right.range.lowerBound, -right.range.upperBound)
        }
        blocks.append(
            StyledText.Block(
                kind: kind(), quoteDepth: min(quoteDepth, Self.deepest),
                text: String(decoding: text[start..<end], as: UTF8.self), entities: sorted))
        length += end - start
    }

    /// Where the last word ends: behind it stand only bytes that are `blanks`, and spaces that do not break.
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

    private mutating func kind() -> StyledText.Kind {
        if preformattedDepth > 0 { return .preformatted }
        if let heading { return .heading(level: heading) }
        if isCaption { return .caption }
        let depth = min(max(lists.count - 1, 0), Self.deepest)
        if let marker {
            self.marker = nil
            return .listItem(depth: depth, marker: marker)
        }
        return lists.isEmpty ? .paragraph : .listContinuation(depth: depth)
    }
}
