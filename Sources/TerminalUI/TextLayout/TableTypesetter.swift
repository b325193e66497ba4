import EngineConcepts
import TerminalKit

/// Lays out a table. Columns are as wide as their widest cell if there is room; otherwise cells are wrapped, and a table
/// that is still too wide becomes a list of records. Nothing is cut.
struct TableTypesetter {
    /// The narrowest width of a column of long words.
    private static let minimumColumnWidth = 14
    /// The space between two columns.
    private static let space = 2
    /// The widest column of labels of a record.
    private static let maximumLabelWidth = 24

    let theme: Theme
    let glyphs: Glyphs
    let width: Int
    let styler: TextStyler

    private var edge: TextLine { TextLine("\(glyphs.vertical) ", theme[.rule]) }

    /// A cell with its text and the widths that decide about its column.
    private struct Cell {
        var text: StyledString
        /// The width on one line.
        var width: Int
        /// The width of the longest word, at most ``minimumColumnWidth``.
        var least: Int
    }

    private struct Row {
        var cells: [Cell]
        var isHeader: Bool
    }

    /// Returns the lines of each row.
    func rows(_ blocks: [StyledText.Block]) -> [[TextLine]] {
        let rows = blocks.map(row)
        let count = rows.map(\.cells.count).max() ?? 0
        func column(_ index: Int, _ value: (Cell) -> Int) -> Int {
            rows.map { $0.cells.indices.contains(index) ? value($0.cells[index]) : 0 }.max() ?? 0
        }
        let preferred = (0..<count).map { column($0, \.width) }
        let least = (0..<count).map { column($0, \.least) }
        let room = width - edge.width - Self.space * max(0, count - 1)
        guard let widths = Self.widths(preferred: preferred, least: least, room: room) else { return records(rows) }
        return grid(rows, widths: widths)
    }

    private func row(_ block: StyledText.Block) -> Row {
        let isHeader = if case .tableRow(header: true) = block.kind { true } else { false }
        var cells: [Cell] = []
        var start = 0
        var entities = block.entities.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
        for text in block.text.split(separator: "\t", omittingEmptySubsequences: false) {
            let range = start..<start + text.utf8.count
            var cell = StyledText.Block(kind: .paragraph, quoteDepth: block.quoteDepth, text: String(text))
            while let entity = entities.first, entity.range.lowerBound < range.upperBound {
                entities.removeFirst()
                let inside = entity.range.clamped(to: range)
                cell.entities.append(
                    StyledText.Entity(
                        entity.kind, inside.lowerBound - start..<inside.upperBound - start, target: entity.target))
            }
            start = range.upperBound + 1
            let words = text.split(separator: " ").map { TextWidth.width(of: String($0)) }
            cells.append(
                Cell(
                    text: styler.string(cell, base: isHeader ? .strong : .text),
                    width: TextWidth.width(of: cell.text), least: min(words.max() ?? 0, Self.minimumColumnWidth)))
        }
        return Row(cells: cells, isHeader: isHeader)
    }

    /// Returns the widths of the columns, or `nil` if there is not enough room for the least ones.
    static func widths(preferred: [Int], least: [Int], room: Int) -> [Int]? {
        if preferred.reduce(0, +) <= room { return preferred.map { max(1, $0) } }
        var widths = least.map { max(1, $0) }
        var left = room - widths.reduce(0, +)
        guard left >= 0 else { return nil }
        // Each further column goes where the cells have the most lines.
        while left > 0 {
            let candidates = widths.indices.filter { widths[$0] < preferred[$0] }
            guard
                let neediest = candidates.max(by: { preferred[$0] * widths[$1] < preferred[$1] * widths[$0] })
            else { break }
            widths[neediest] += 1
            left -= 1
        }
        return widths
    }

    // MARK: Grid

    private func grid(_ rows: [Row], widths: [Int]) -> [[TextLine]] {
        let areNumbers = widths.indices.map { column in
            let texts = rows.lazy.filter { !$0.isHeader && $0.cells.indices.contains(column) }
                .map { $0.cells[column].text.text }.filter { !$0.isEmpty }
            return !texts.isEmpty && texts.allSatisfy(Self.isNumber)
        }
        let laidOut = rows.map { row in
            row.cells.enumerated().map { TextWrap.lines($1.text, TextWrap.Options(width: max(1, widths[$0]))) }
        }
        let wraps = laidOut.contains { row in row.contains { $0.count > 1 } }
        return rows.indices.map { index in
            let cells = laidOut[index]
            var lines = (0..<max(1, cells.map(\.count).max() ?? 1))
                .map { number in
                    line(
                        cells.map { number < $0.count ? $0[number] : TextLine() }, widths: widths,
                        areNumbers: areNumbers)
                }
            if rows[index].isHeader {
                let isLast = index + 1 == rows.count || !rows[index + 1].isHeader
                if isLast { lines.append(separator(widths)) }
            } else if wraps, index + 1 < rows.count {
                lines.append(edge)
            }
            return lines
        }
    }

    private func line(_ cells: [TextLine], widths: [Int], areNumbers: [Bool]) -> TextLine {
        var line = edge
        var end = edge.width
        for (index, cell) in cells.enumerated() {
            if index > 0 { end += Self.space }
            line.pad(to: areNumbers[index] ? end + widths[index] - cell.width : end)
            line.append(cell)
            end += widths[index]
        }
        return line
    }

    private func separator(_ widths: [Int]) -> TextLine {
        var line = edge
        for (index, width) in widths.enumerated() {
            if index > 0 { line.append(String(repeating: " ", count: Self.space)) }
            line.append(String(repeating: glyphs.line, count: width), theme[.rule])
        }
        return line
    }

    private static func isNumber(_ text: String) -> Bool {
        text.contains(where: \.isNumber) && !text.contains { $0.isLetter && !"kKMGT".contains($0) }
            && text.utf8.count <= 20
    }

    // MARK: Records

    /// Returns one line per cell, with the name of its column. The names alone are cells of columns without names.
    private func records(_ rows: [Row]) -> [[TextLine]] {
        let hasOnlyNames = rows.allSatisfy(\.isHeader)
        let names = hasOnlyNames ? [] : rows.last { $0.isHeader }?.cells.map(\.text.text) ?? []
        let count = rows.map(\.cells.count).max() ?? 0
        let labels = (0..<count).map { names.indices.contains($0) && !names[$0].isEmpty ? names[$0] : "\($0 + 1)" }
        let widest = labels.widest { $0 }
        let label = max(1, min(widest, Self.maximumLabelWidth, width / 3))
        return rows.enumerated()
            .map { index, row in
                guard hasOnlyNames || !row.isHeader else { return [] }
                var lines = row.cells.enumerated().flatMap { record($1, name: labels[$0], of: label) }
                if rows[(index + 1)...].contains(where: { hasOnlyNames || !$0.isHeader }) { lines.append(edge) }
                return lines
            }
    }

    private func record(_ cell: Cell, name: String, of labelWidth: Int) -> [TextLine] {
        let names = TextWrap.lines(name, theme[.dim].withoutBackground, width: labelWidth)
        let column = edge.width + labelWidth + Self.space
        let values =
            cell.text.text.isEmpty
            ? [TextLine(glyphs.none, theme[.faint])]
            : TextWrap.lines(cell.text, TextWrap.Options(width: max(1, width - column)))
        return (0..<max(names.count, values.count))
            .map { number in
                var line = edge
                if number < names.count { line.append(names[number]) }
                guard number < values.count else { return line }
                line.pad(to: column)
                line.append(values[number])
                return line
            }
    }
}
