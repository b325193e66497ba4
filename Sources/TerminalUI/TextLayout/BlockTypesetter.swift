import EngineConcepts
import TerminalKit
import ViewModels

/// Lays out semantic text for a width: paragraphs, headings, lists, quotations, code and tables.
struct BlockTypesetter {
    let theme: Theme
    let glyphs: Glyphs
    /// The columns of running text.
    let width: Int
    /// The columns of code and tables, which may be wider than running text.
    var fullWidth: Int?
    /// The columns that are left out on the left of blocks of code that scroll sideways, by their indexes.
    var sideways: [Int: Int] = [:]
    /// The addresses of pictures that could not be loaded. Their words and numbers are left out.
    var missing: Set<String> = []
    /// The numbers of links; see ``TextStyler/links``.
    var links: [String: UInt16] = [:]

    private var styler: TextStyler { TextStyler(theme: theme, links: links) }
    private var wide: Int { max(width, fullWidth ?? width) }

    /// Returns the lines of the text, with empty lines between separate blocks.
    ///
    /// - Parameter finish: Called after each block to append lines that belong to it.
    func lines(of text: StyledText, finish: (StyledText.Block, inout [TextLine]) -> Void = { _, _ in }) -> [TextLine] {
        typeset(text, finish: finish).lines
    }

    /// Returns the lines of the text as in ``lines(of:finish:)``, with the lines of each block.
    func typeset(
        _ text: StyledText, finish: (StyledText.Block, inout [TextLine]) -> Void = { _, _ in }
    ) -> TypesetText {
        var result = TypesetText()
        var previous: StyledText.Block?
        var index = 0
        while index < text.blocks.count {
            let block = text.blocks[index]
            let next = index + 1 < text.blocks.count ? text.blocks[index + 1] : nil
            if let previous, wantsSpace(between: previous, and: block, before: next) {
                result.lines.append(quotePrefix(min(previous.quoteDepth, block.quoteDepth)))
            }
            if case .tableRow = block.kind {
                let rows = Array(text.blocks[index...].prefix(Self.tableLength(from: index, in: text.blocks)))
                let table = TableTypesetter(theme: theme, glyphs: glyphs, width: wide, styler: styler)
                for lines in table.rows(rows) { result.append(lines) }
                index += rows.count
                previous = rows.last
            } else {
                let edits = withoutMissing(block)
                let rest = edits.applied(to: block)
                let isGone = !edits.isEmpty && rest.text.allSatisfy(\.isWhitespace)
                result.append(isGone ? [] : lines(of: rest, at: index))
                if !edits.isEmpty { result.edits[index] = edits }
                if case .preformatted = block.kind { result.code[index] = overflow(of: block) }
                finish(block, &result.lines)
                index += 1
                previous = block
            }
        }
        return result
    }

    /// Returns the replacements that leave out the words of missing pictures, with the numbers behind them.
    private func withoutMissing(_ block: StyledText.Block) -> StyledText.Edits {
        guard !missing.isEmpty else { return StyledText.Edits([]) }
        let bytes = Array(block.text.utf8)
        func isSpace(_ index: Int) -> Bool { !bytes.indices.contains(index) || bytes[index] == 0x20 }
        let edits = block.entities.compactMap { entity -> StyledText.Edits.Edit? in
            guard entity.kind == .image, let address = entity.target, missing.contains(address) else { return nil }
            var range = entity.range.clamped(to: 0..<bytes.count)
            let number = block.entities.first { $0.kind == .superscript && $0.range.lowerBound == range.upperBound }
            if let number { range = range.lowerBound..<min(number.range.upperBound, bytes.count) }
            // With a space on both sides, one of them is left out too.
            if isSpace(range.lowerBound - 1), bytes.indices.contains(range.upperBound), isSpace(range.upperBound) {
                range = range.lowerBound..<range.upperBound + 1
            }
            return .init(range, "")
        }
        return StyledText.Edits(edits)
    }

    /// Returns the number of rows of the table that begins at `index`. A header row after other rows begins another table.
    private static func tableLength(from index: Int, in blocks: [StyledText.Block]) -> Int {
        var count = 0
        var hasRows = false
        for block in blocks[index...] {
            guard case .tableRow(let isHeader) = block.kind, !(isHeader && hasRows) else { break }
            if !isHeader { hasRows = true }
            count += 1
        }
        return count
    }

    private func wantsSpace(
        between previous: StyledText.Block, and block: StyledText.Block, before next: StyledText.Block?
    ) -> Bool {
        switch (previous.kind, block.kind) {
        case (.listItem, .listItem), (.listItem, .listContinuation), (.listContinuation, .listItem): false
        // A term of a definition list, and its explanation.
        case (.paragraph, .listContinuation): previous.quoteDepth != block.quoteDepth
        // A caption is below a picture and above a table.
        case (_, .caption): next?.isTableRow ?? false && !previous.entities.contains { $0.kind == .image }
        case (.caption, .tableRow): false
        default: true
        }
    }

    private func lines(of block: StyledText.Block, at index: Int) -> [TextLine] {
        let quote = quotePrefix(block.quoteDepth)
        let base: Role = block.quoteDepth > 0 ? .quote : .text
        switch block.kind {
        case .paragraph: return wrap(block, base: base, first: quote, rest: quote)
        case .heading(let level):
            var string = styler.string(block, base: .heading)
            if level > 2 { string.base = theme[.text].withoutBackground.with(.bold) }
            return wrap(string, first: quote, rest: quote)
        case .listItem(let depth, let marker):
            let sign = TextLine("\(marker == "•" ? glyphs.bullet : marker) ", theme[.accent])
            let first = quote + TextLine.spaces(min(depth, 6) * 2) + sign
            var rest = quote
            rest.pad(to: first.width)
            return wrap(block, base: base, first: first, rest: rest)
        case .listContinuation(let depth):
            let prefix = quote + TextLine.spaces(min(depth, 6) * 2 + 2)
            return wrap(block, base: base, first: prefix, rest: prefix)
        case .preformatted: return code(block, sideways: sideways[index])
        case .tableRow: return []
        case .caption: return wrap(block, base: .caption, first: quote, rest: quote)
        case .rule: return [TextLine(String(repeating: glyphs.line, count: min(width, 24)), theme[.rule])]
        }
    }

    private func wrap(_ block: StyledText.Block, base: Role, first: TextLine, rest: TextLine) -> [TextLine] {
        wrap(styler.string(block, base: base), first: first, rest: rest)
    }

    private func wrap(_ string: StyledString, first: TextLine, rest: TextLine) -> [TextLine] {
        var options = TextWrap.Options(width: width, firstPrefix: first, restPrefix: rest, ellipsis: glyphs.ellipsis)
        options.alignsToDirection = true
        return TextWrap.lines(string, options)
    }

    private func quotePrefix(_ depth: Int) -> TextLine {
        TextLine(String(repeating: "\(glyphs.quoteBar) ", count: min(max(0, depth), 6)), theme[.accent])
    }

    // MARK: Code

    /// Lays out code: long lines are broken, at a space where one is near, and continued after a mark, or cut on both
    /// sides if the block scrolls sideways.
    private func code(_ block: StyledText.Block, sideways: Int?) -> [TextLine] {
        var options = TextWrap.Options(width: wide, ellipsis: glyphs.ellipsis)
        options.firstPrefix = codePrefix(block)
        if let sideways, sideways > 0 {
            options.firstPrefix = quotePrefix(block.quoteDepth) + TextLine("\(glyphs.cutLeft) ", theme[.accent])
        }
        options.restPrefix = options.firstPrefix
        if let sideways {
            options.longLines = .cut(skipping: sideways)
        } else {
            options.longLines = .continued(after: codePrefix(block) + TextLine("\(glyphs.continued) ", theme[.accent]))
        }
        let string = styler.string(CodeTabs.edits(of: block).applied(to: block), base: .code)
        return TextWrap.lines(string, options)
    }

    private func codePrefix(_ block: StyledText.Block) -> TextLine {
        quotePrefix(block.quoteDepth) + TextLine("\(glyphs.vertical) ", theme[.rule])
    }

    /// Returns the columns by which the longest line of code is wider than the screen, or 0.
    private func overflow(of block: StyledText.Block) -> Int {
        let text = CodeTabs.edits(of: block).applied(to: block).text
        let room = wide - codePrefix(block).width
        let widest = text.split(separator: "\n").widest { String($0) }
        return max(0, widest - room)
    }
}

extension StyledText.Block {
    fileprivate var isTableRow: Bool { if case .tableRow = kind { true } else { false } }
}
