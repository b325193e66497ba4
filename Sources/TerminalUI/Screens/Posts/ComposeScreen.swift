import TerminalKit
import ViewModels

/// The drawing of the screen on which a post is written: the post that it refers to, the text, its time, what is
/// attached, and the length.
struct ComposeScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// The areas of the screen, from the top; those without content are empty.
    struct Parts {
        var referencedPost: Rect
        var text: Rect
        var completions: Rect
        var attachments: Rect
        var accounts: Rect
        var options: Rect
    }

    /// The maximum width of the text.
    private static let maximumWidth = 80

    func parts(of area: Rect, _ state: ComposeState) -> Parts {
        var rest = area
        rest.cutTop(1)
        rest.cutBottom(1)
        let options = rest.height >= 3 ? rest.cutBottom(1) : rest.cutBottom(0)
        let accounts = rest.cutBottom(min(accountLines(state).count, max(0, rest.height / 2)))
        let attached = state.media.count + [state.warning, state.schedule].count { $0 != nil }
        let attachments = rest.cutBottom(min(attached, max(0, rest.height / 3)))
        let completions = rest.cutBottom(state.completions == nil || rest.height < 4 ? 0 : 1)
        if rest.height >= 12 { rest.cutTop(1) }
        let width = min(rest.width - 4, Self.maximumWidth)
        var referencedPost = rest.cutTop(0)
        if state.referencedPost != nil, rest.height >= 6 {
            let lines = referencedPostLines(state, width: max(1, width - 2)).count
            referencedPost = rest.cutTop(min(lines, rest.height / 3))
            rest.cutTop(1)
        }
        func column(_ area: Rect) -> Rect { Rect(x: area.x + 2, y: area.y, width: max(1, width), height: area.height) }
        return Parts(
            referencedPost: column(referencedPost), text: column(rest), completions: column(completions),
            attachments: column(attachments), accounts: accounts, options: options)
    }

    func draw(
        _ state: ComposeState, text: TextArea, line: InputLine?, in area: Rect, of buffer: inout CellBuffer
    ) -> Point? {
        buffer.fill(area, style: theme[.text])
        let account = state.account.isEmpty ? TextLine() : TextLine("\(state.account) ", theme[.barDim])
        bars.top(title: state.title, summary: state.notice ?? "", right: account, in: area.row(0), of: &buffer)
        let parts = parts(of: area, state)
        drawReferencedPost(state, in: parts.referencedPost, of: &buffer)
        let placeholder = TextLine(state.isReady ? localizer(.composePlaceholder) : "", theme[.placeholder])
        let cursor = text.draw(in: parts.text, of: &buffer, style: theme[.text], placeholder: placeholder)
        drawCompletions(state, in: parts.completions, of: &buffer)
        drawAttachments(state, in: parts.attachments, of: &buffer)
        drawAccounts(state, in: parts.accounts, of: &buffer)
        drawOptions(state, in: parts.options, of: &buffer)
        let bottom = area.row(area.height - 1)
        guard let line, let open = state.line else {
            bars.bottom(hints: hints(of: state), in: bottom, of: &buffer)
            return state.isReady ? cursor : nil
        }
        return lists.drawInput(line, .question(open.prompt), in: area, of: &buffer)
    }

    /// Returns the keys of the line that is typed into, of the list of accounts, or of the post.
    func hints(of state: ComposeState) -> [KeyHint] {
        if state.line != nil { return lists.answerHints }
        guard state.accountCursor != nil else { return lists.hints }
        return [appearance.hint(.character(" "), .ruleKeyChoose), appearance.hint(.named(.enter), .hintAccept)]
    }

    private func referencedPostLines(_ state: ComposeState, width: Int) -> [TextLine] {
        guard let referencedPost = state.referencedPost else { return [] }
        return [TextLine(referencedPost.author, theme[.byline])]
            + TextWrap.lines(referencedPost.text, theme[.dim], width: width)
    }

    private func drawReferencedPost(_ state: ComposeState, in area: Rect, of buffer: inout CellBuffer) {
        guard area.height > 0 else { return }
        let lines = referencedPostLines(state, width: max(1, area.width - 2))
        for (index, line) in lines.prefix(area.height).enumerated() {
            let row = area.row(index)
            buffer.put(glyphs.quoteBar, at: row.origin, style: theme[.rule], in: row)
            let isCut = index == area.height - 1 && lines.count > area.height
            let shown = isCut ? TextLine("\(line.text)\(glyphs.ellipsis)", theme[.dim]) : line
            buffer.put(glyphs.cut(shown, to: max(1, row.width - 2)), at: Point(x: row.x + 2, y: row.y), in: row)
        }
    }

    private func drawCompletions(_ state: ComposeState, in area: Rect, of buffer: inout CellBuffer) {
        guard area.height > 0, let completions = state.completions else { return }
        let words = completions.words.enumerated()
            .map { TextLine(" \($1) ", $0 == completions.selected ? theme[.tabActive] : theme[.dim]) }
        // The selected word is whole. Those before it are left out if they leave it no room.
        let selected = completions.selected ?? 0
        var first = 0
        while first < selected, words[first...selected].reduce(0, { $0 + $1.width }) > area.width { first += 1 }
        let line = words.dropFirst(first).reduce(TextLine(), +)
        buffer.put(glyphs.cut(line, to: area.width), at: area.origin, in: area)
    }

    private func drawAttachments(_ state: ComposeState, in area: Rect, of buffer: inout CellBuffer) {
        // Above the others, since a post that is published at another time is another post.
        let schedule = state.schedule.map { [TextLine($0, theme[.accent])] } ?? []
        let warning = state.warning.map { [TextLine("\(glyphs.warning) \($0)", theme[.warning])] } ?? []
        let media = state.media.map { medium in
            var line = TextLine("\(glyphs.media) \(medium.name)  ", theme[.accent])
            line.append(
                medium.description ?? localizer(.composeNoDescription),
                theme[medium.description == nil ? .warning : .dim])
            return line
        }
        buffer.put(schedule + warning + media, in: area, ellipsis: glyphs.ellipsis)
    }

    /// A line about an account: its name and gauge, or a warning.
    private struct AccountLine {
        let left: TextLine
        var gauge = TextLine()
        /// The gauge in numbers only, for a narrow screen.
        var briefGauge = TextLine()
        /// The number of the account.
        let index: Int
    }

    /// Returns the lines of the accounts. A single one has its gauge below, and here only what is special about it.
    private func accountLines(_ state: ComposeState) -> [AccountLine] {
        let isList = state.accountCursor != nil
        let isSingle = state.accounts.count == 1 && !isList
        return state.accounts.enumerated()
            .flatMap { index, account -> [AccountLine] in
                let warnings = account.warnings.map { warning in
                    AccountLine(
                        left: TextLine(
                            isSingle ? "  \(warning)" : "      \(warning)",
                            theme[account.isBlocked ? .warning : .dim].withoutBackground),
                        index: index)
                }
                guard !isSingle else { return warnings }
                var left = TextLine("  ")
                if isList {
                    left.append(
                        "\(account.isChosen ? glyphs.filterOn : glyphs.filterOff) ", theme[.accent].withoutBackground)
                }
                left.append(account.handle, theme[account.isChosen ? .text : .dim].withoutBackground)
                return [
                    AccountLine(
                        left: left, gauge: gauge(of: account), briefGauge: gauge(of: account, cells: 0), index: index)
                ] + warnings
            }
    }

    /// Draws the accounts, the one under the cursor marked while they are chosen.
    private func drawAccounts(_ state: ComposeState, in area: Rect, of buffer: inout CellBuffer) {
        guard area.height > 0 else { return }
        let lines = accountLines(state)
        // The account under the cursor stays visible, its name before its warnings.
        let name = lines.firstIndex { $0.index == state.accountCursor } ?? 0
        let end = lines.lastIndex { $0.index == state.accountCursor }.map { $0 + 1 } ?? 0
        let first = min(name, max(0, end - area.height), max(0, lines.count - area.height))
        for (number, line) in lines.dropFirst(first).prefix(area.height).enumerated() {
            let row = area.row(number)
            let isNarrow = line.left.width + line.gauge.width + 2 > row.width
            let gauge = isNarrow ? line.briefGauge : line.gauge
            let text = glyphs.cut(line.left, to: max(1, row.width - gauge.width - 2))
            drawRow(in: row, of: &buffer, isSelected: line.index == state.accountCursor) { buffer in
                buffer.put(text, at: Point(x: row.x + 1, y: row.y), in: row)
                buffer.put(gauge, rightIn: row)
            }
        }
    }

    /// Draws audience and language on the left, the length on the right.
    private func drawOptions(_ state: ComposeState, in area: Rect, of buffer: inout CellBuffer) {
        guard area.height > 0 else { return }
        let options = [state.visibility, state.language].filter { !$0.isEmpty }
        let left = TextLine("  \(options.joined(separator: " \(glyphs.dot) "))", theme[.barDim])
        guard state.accountCursor == nil, state.accounts.count < 2 else {
            return bars.draw(left, TextLine(), in: area, of: &buffer)
        }
        func right(cells: Int) -> TextLine {
            var line = TextLine()
            if let posts = state.accounts.first?.posts { line.append("\(posts)  ", theme.style(.warning, over: .bar)) }
            line.append(gauge(state.gauge, cells: cells) { $0 == .barDim ? theme[$0] : theme.style($0, over: .bar) })
            return line
        }
        // The length stays where the bar of the gauge and the end of the options have no room.
        let whole = right(cells: 10)
        let shown = left.width + whole.width + 2 <= area.width ? whole : right(cells: 0)
        let room = max(1, area.width - shown.width - 2)
        bars.draw(glyphs.cut(left, to: room), shown, in: area, of: &buffer)
    }

    private func gauge(of account: ComposeState.Account, cells: Int = 10) -> TextLine {
        var line = TextLine()
        if let posts = account.posts { line.append("\(posts)  ", theme[.warning].withoutBackground) }
        line.append(gauge(account.gauge, cells: cells) { theme[$0].withoutBackground })
        return line
    }

    private func gauge(_ gauge: ComposeState.Gauge, cells: Int = 10, style: (Role) -> Style) -> TextLine {
        guard let maximum = gauge.maximumLength, maximum > 0 else {
            return TextLine("\(gauge.length) ", style(.barDim))
        }
        let filled = gauge.length >= maximum ? cells : (gauge.length * cells + maximum - 1) / maximum
        var line = TextLine(
            String(repeating: glyphs.gaugeFull, count: filled), style(gauge.excess > 0 ? .warning : .gaugeFull))
        line.append(String(repeating: glyphs.gaugeEmpty, count: cells - filled), style(.gaugeEmpty))
        line.append("  \(gauge.length) / \(maximum) ", style(gauge.excess > 0 ? .warning : .text))
        return line
    }
}
