import TerminalKit

/// The drawing of the keys typed of a sequence or a count, with the possible next keys, above the bottom bar.
struct PendingKeys: StyledDrawing {
    let matcher: KeyMatcher
    let appearance: Appearance
    let texts: KeyTexts

    /// Draws the keys above a message with this number of rows, or nothing if no key is pending.
    func draw(on buffer: inout CellBuffer, above message: Int) {
        guard matcher.hasBegun, buffer.size.height > 2 + message else { return }
        var typed = TextLine(" ", theme[.toast])
        if let count = matcher.count { typed.append("\(count) ", theme.style(.fresh, over: .toast)) }
        for key in matcher.pending { typed.append("\(key.label(glyphs)) ", theme.style(.key, over: .toast)) }
        let rows = matcher.continuations.compactMap { binding in
            following(binding).map { (keys: $0, help: texts.help(of: binding)) }
        }
        let column = min(16, rows.widest { $0.keys })
        let lines = rows.map { row in
            var line = TextLine(row.keys, theme.style(.key, over: .modal))
            line.pad(to: column)
            line.append("  \(row.help)", theme.style(.dim, over: .modal))
            return line
        }
        var area = buffer.bounds
        area.cutBottom(1 + message)
        let bar = area.cutBottom(1)
        buffer.put(typed, at: bar.origin, over: theme[.toast], in: bar)
        guard !lines.isEmpty else { return }
        let width = min(area.width, (lines.map(\.width).max() ?? 0) + 4)
        let box = area.cutBottom(min(lines.count + 2, area.height)).row(0)
        let frame = Rect(x: box.x, y: box.y, width: width, height: min(lines.count + 2, bar.y - box.y))
        let inside = buffer.box(frame, fill: theme[.modal], frame: theme[.modalFrame], glyphs: glyphs)
            .inset(horizontal: 1)
        buffer.put(lines, in: inside, over: theme[.modal], ellipsis: glyphs.ellipsis)
    }

    /// Returns the keys of a binding after those that were typed.
    private func following(_ binding: Binding) -> String? {
        binding.sequences.first { $0.keys.count > matcher.pending.count && $0.keys.starts(with: matcher.pending) }
            .map { $0.keys.dropFirst(matcher.pending.count).map { $0.label(glyphs) }.joined(separator: " ") }
    }
}
