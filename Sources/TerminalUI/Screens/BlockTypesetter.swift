import EngineConcepts
import TerminalKit

/// Lays out semantic text for a width: paragraphs, headings, lists, quotations, code and tables.
struct BlockTypesetter {
    let theme: Theme
    let glyphs: Glyphs
    let width: Int

    private var styler: TextStyler { TextStyler(theme: theme) }

    /// The lines of the text, with empty lines between separate blocks.
    ///
    /// - Parameter finish: Called after each block to append lines that belong to it.
    func lines(
        of text: StyledText, finish: (StyledText.Block, inout [TextLine]) -> Void = { _, _ in }
    ) -> [TextLine] {
        var lines: [TextLine] = []
        var previous: StyledText.Block?
        var index = 0
        while index < text.blocks.count {
            let block = text.blocks[index]
            if let previous, wantsSpace(between: previous, and: block) {
                lines.append(quotePrefix(min(previous.quoteDepth, block.quoteDepth)))
            }
            if case .tableRow = block.kind {
                let rows = text.blocks[index...].prefix { if case .tableRow = $0.kind { true } else { false } }
                lines += table(Array(rows))
                index += rows.count
                previous = rows.last
            } else {
                lines += self.lines(of: block)
                finish(block, &lines)
                index += 1
                previous = block
            }
        }
        return lines
    }

    private func wantsSpace(between previous: StyledText.Block, and block: StyledText.Block) -> Bool {
        switch (previous.kind, block.kind) {
        case (.listItem, .listItem), (.listItem, .listContinuation), (.listContinuation, .listItem): false
        case (.preformatted, .preformatted): false
        case (_, .caption): false
        default: true
        }
    }

    private func lines(of block: StyledText.Block) -> [TextLine] {
        let quote = quotePrefix(block.quoteDepth)
        let base: Role = block.quoteDepth > 0 ? .quote : .text
        switch block.kind {
        case .paragraph: return wrap(block, base: base, first: quote, rest: quote)
        case .heading(let level):
            var string = styler.string(block, base: .heading)
            if level > 2 { string.base = theme[.text].withoutBackground.with(.bold) }
            return TextWrap.lines(string, TextWrap.Options(width: width, firstPrefix: quote, restPrefix: quote))
        case .listItem(let depth, let marker):
            var first = quote
            first.append(String(repeating: " ", count: min(depth, 6) * 2))
            first.append("\(marker == "•" ? glyphs.bullet : marker) ", theme[.accent])
            var rest = quote
            rest.pad(to: first.width)
            return wrap(block, base: base, first: first, rest: rest)
        case .listContinuation(let depth):
            var prefix = quote
            prefix.append(String(repeating: " ", count: min(depth, 6) * 2 + 2))
            return wrap(block, base: base, first: prefix, rest: prefix)
        case .preformatted:
            var prefix = quote
            prefix.append("\(glyphs.vertical) ", theme[.rule])
            return TextWrap.lines(
                styler.string(block, base: .code),
                TextWrap.Options(
                    width: width, firstPrefix: prefix, restPrefix: prefix, ellipsis: glyphs.ellipsis, keepsLines: true))
        case .tableRow: return table([block])
        case .caption: return wrap(block, base: .caption, first: quote, rest: quote)
        case .rule: return [TextLine(String(repeating: glyphs.line, count: min(width, 24)), theme[.rule])]
        }
    }

    private func wrap(_ block: StyledText.Block, base: Role, first: TextLine, rest: TextLine) -> [TextLine] {
        TextWrap.lines(
            styler.string(block, base: base),
            TextWrap.Options(width: width, firstPrefix: first, restPrefix: rest, ellipsis: glyphs.ellipsis))
    }

    private func quotePrefix(_ depth: Int) -> TextLine {
        TextLine(String(repeating: "\(glyphs.quoteBar) ", count: min(max(0, depth), 6)), theme[.accent])
    }

    /// Lays out a table. Columns are as wide as their widest cell, or share the width if there is not enough room.
    private func table(_ rows: [StyledText.Block]) -> [TextLine] {
        let cells = rows.map { $0.text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let count = cells.map(\.count).max() ?? 0
        let wanted = (0..<count)
            .map { column in cells.map { $0.indices.contains(column) ? TextWidth.width(of: $0[column]) : 0 }.max() ?? 0
            }
        let edge = TextLine("\(glyphs.vertical) ", theme[.rule])
        let table = Table(
            wanted.map { Table.Column("", minimum: min($0, 4)) }, wanted: wanted, total: width - edge.width,
            fills: false)
        return zip(rows, cells)
            .map { row, cells in
                let isHeader = if case .tableRow(header: true) = row.kind { true } else { false }
                let style = isHeader ? theme[.strong] : theme[.text].withoutBackground
                var line = edge
                line.append(table.line(cells.map { TextLine($0, style) }, ellipsis: glyphs.ellipsis))
                return line.truncated(to: width, ellipsis: glyphs.ellipsis)
            }
    }
}
