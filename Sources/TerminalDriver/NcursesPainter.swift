import CNcurses
import TerminalKit

/// Draws frames through ncurses: passes on the cells that have changed; ncurses finds the shortest update.
final class NcursesPainter {
    private let depth: ColorDepth
    /// True if the terminal supports synchronized output (mode 2026).
    var isSynchronized: Bool
    /// True if links are drawn as the terminal's own.
    private let drawsHyperlinks: Bool
    private let colors: Int
    private var pairs: PairTable
    private let pairsAreScarce: Bool
    private var shownFrame: Frame?
    private var graphics = KittyGraphics()
    /// The sixel pictures on top of the terminal's cells.
    private var sixels: [PlacedSixels] = []
    private var memo: (style: Style, attributes: attr_t, pair: Int32)?

    init(depth: ColorDepth, isSynchronized: Bool, drawsHyperlinks: Bool, pairLimit: Int) {
        self.depth = depth
        self.isSynchronized = isSynchronized
        self.drawsHyperlinks = drawsHyperlinks
        colors = depth == .none ? 0 : Int(tigetnum("colors"))
        pairs = PairTable(maximumPairs: min(pairLimit, 0x8000))
        pairsAreScarce = pairLimit < 0x1000
    }

    /// Marks the terminal's content as unknown, so that the next frame is drawn completely.
    func invalidate() {
        shownFrame = nil
        sixels = []
        graphics.invalidate()
        nc_forget()
    }

    /// Deletes what the terminal stores outside its cells.
    func leave() { TerminalOutput.write(graphics.deleteAll()) }

    /// Updates the terminal to show `frame`. Sends nothing if it is up to date.
    func paint(_ frame: Frame) {
        // Cells below a sixel picture are blank; its characters are only for the parts that are covered.
        var frame = frame
        let placed = frame.buffer.uncoveredSixels
        for picture in placed { frame.buffer.fill(picture.area, style: .plain) }
        var runs = BufferDiff.runs(from: shownFrame?.buffer, to: frame.buffer)
        let relinked = drawsHyperlinks ? Hyperlinks.changedRows(of: frame.buffer, from: shownFrame?.buffer) : []
        guard
            !runs.isEmpty || !relinked.isEmpty || shownFrame == nil || frame.cursor != shownFrame?.cursor
                || placed != sixels
        else { return }
        // A picture has nearly as many colour pairs as cells. After a few pictures it is cheaper to reset the table.
        if !pairsAreScarce, pairs.lacksRoom(for: runs.reduce(0) { $0 + $1.columns.count }) {
            pairs.removeAll()
            nc_forget_pairs()
            shownFrame = nil
            runs = BufferDiff.runs(from: nil, to: frame.buffer)
        }
        TerminalOutput.write(graphics.transmit(frame.buffer.images))
        pairs.beginFrame()
        memo = nil
        if pairsAreScarce { keepPairs(of: frame.buffer) }
        let screen = nc_screen()
        pass(runs, of: frame.buffer, to: screen)
        // ncurses does not know of pictures on top of its cells.
        let gone = sixels.filter { !placed.contains($0) }
        for picture in gone { wredrawln(screen, Int32(picture.area.y), Int32(picture.area.height)) }
        place(frame.cursor, screen)
        let drawn = placed.filter { mustDraw($0, gone: gone, runs) }
        // The marks cost sixteen bytes, so they are only sent for frames that would be seen half drawn.
        let marks = isSynchronized && (runs.count > 4 || !drawn.isEmpty)
        if marks { TerminalOutput.write("\u{1b}[?2026h") }
        wnoutrefresh(screen)
        doupdate()
        if drawsHyperlinks {
            let rows = relinked.union(runs.map(\.y))
            TerminalOutput.write(
                Hyperlinks.drawing(frame.buffer, over: shownFrame?.buffer, rows: rows, depth: depth))
        }
        for picture in drawn { TerminalOutput.write(Self.drawing(picture)) }
        if marks { TerminalOutput.write("\u{1b}[?2026l") }
        sixels = placed
        shownFrame = frame
    }

    /// Passes the cells of runs on to ncurses.
    private func pass(_ runs: [BufferDiff.Run], of buffer: CellBuffer, to screen: UnsafeMutablePointer<WINDOW>?) {
        var cells: [cchar_t] = []
        for run in runs {
            cells.removeAll(keepingCapacity: true)
            for x in run.columns { append(buffer.content(x: x, y: run.y), to: &cells) }
            mvwadd_wchnstr(screen, Int32(run.y), Int32(run.columns.lowerBound), cells, Int32(cells.count))
        }
    }

    /// Returns true for a new picture, and for one in whose rows ncurses writes.
    private func mustDraw(_ picture: PlacedSixels, gone: [PlacedSixels], _ runs: [BufferDiff.Run]) -> Bool {
        let rows = picture.area.rows
        return shownFrame == nil || !sixels.contains(picture) || gone.contains { $0.area.rows.overlaps(rows) }
            || runs.contains { rows.contains($0.y) }
    }

    /// Returns the sequence that draws a picture on top of its cells and restores the cursor for ncurses.
    private static func drawing(_ picture: PlacedSixels) -> String {
        "\u{1b}7\u{1b}[\(picture.area.y + 1);\(picture.area.x + 1)H\(picture.image.sequence)\u{1b}8"
    }

    private func place(_ cursor: Point?, _ screen: UnsafeMutablePointer<WINDOW>?) {
        if let cursor {
            leaveok(screen, false)
            wmove(screen, Int32(cursor.y), Int32(cursor.x))
        } else {
            leaveok(screen, true)
        }
        if (cursor == nil) != (shownFrame?.cursor == nil) || shownFrame == nil { curs_set(cursor == nil ? 0 : 1) }
    }

    private func append(_ content: CellContent, to cells: inout [cchar_t]) {
        let (attributes, pair) = appearance(content.style)
        PaintableCell.forEach(content) { text in
            var cell = cchar_t()
            if !nc_cell(&cell, text, Int32(text.count), attributes, pair) {
                _ = nc_cell(&cell, [0x3f], 1, attributes, pair)
            }
            cells.append(cell)
        }
    }

    private func appearance(_ style: Style) -> (attr_t, Int32) {
        if let memo, memo.style == style { return (memo.attributes, memo.pair) }
        var attributes: attr_t = 0
        if style.attributes.contains(.bold) { attributes |= nc_bold }
        if style.attributes.contains(.dim) { attributes |= nc_dim }
        if style.attributes.contains(.italic) { attributes |= nc_italic }
        if style.attributes.contains(.underline) { attributes |= nc_underline }
        if style.attributes.contains(.reverse) { attributes |= nc_reverse }
        let colorPair = pair(of: style)
        if colors == 8, case .palette(let index) = colorPair.foreground.kind, index >= 8 { attributes |= nc_bold }
        let pair = depth == .none ? 0 : number(colorPair)
        memo = (style, attributes, pair)
        return (attributes, pair)
    }

    private func pair(of style: Style) -> PairTable.Pair {
        PairTable.Pair(
            foreground: style.foreground.quantized(to: depth), background: style.background.quantized(to: depth))
    }

    private func number(_ pair: PairTable.Pair) -> Int32 {
        let foreground = ncursesColor(pair.foreground)
        let background = ncursesColor(pair.background)
        if foreground == -1, background == -1 { return 0 }
        guard let answer = pairs.number(for: pair) else { return 0 }
        if answer.isNew { init_extended_pair(answer.number, foreground, background) }
        return answer.number
    }

    /// Returns the number of a colour in ncurses; -1 is the terminal's default. With 24-bit colours, numbers below 8
    /// mean the palette, so the darkest blues become slightly lighter.
    private func ncursesColor(_ color: Color) -> Int32 {
        switch color.kind {
        case .inherited, .terminal: -1
        case .palette(let index): colors == 8 ? Int32(index % 8) : Int32(index)
        case .rgb(let value): Int32(max(8, value))
        }
    }

    private func keepPairs(of buffer: CellBuffer) {
        var last: Style?
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width {
                let style = buffer.content(x: x, y: y).style
                guard style != last else { continue }
                pairs.keep(pair(of: style))
                last = style
            }
        }
    }
}
