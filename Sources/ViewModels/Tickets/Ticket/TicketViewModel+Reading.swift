import EngineConcepts

/// Moving within the text of an open ticket: links and jumps, search, code and widths.
extension TicketViewModel {
    private var visibleLines: Range<Int> { state.scroll.offset..<state.scroll.offset + height }

    // MARK: Links

    func showHints() {
        guard let content = state.content, !state.showsRaw else { return }
        let links = measure.links(in: visibleLines, of: content, width: width)
        guard !links.isEmpty else { return session.messages.show(.noLinksVisible) }
        state.hints = LinkHints(links)
    }

    func typeHint(_ letter: Character) {
        guard var hints = state.hints else { return }
        let effect = hints.type(letter)
        state.hints = effect == .waiting ? hints : nil
        if case .open(let number) = effect { follow(number) }
    }

    /// Opens the link, or goes to the target of the jump, with a number in the layout.
    func follow(_ number: UInt16) {
        guard let content = state.content else { return }
        if let link = content.link(number) {
            session.links.open(link.url)
        } else if let jump = content.jump(number) {
            jumpOrigins.append(state.scroll.offset)
            scroll(.to(measure.line(of: jump.position, in: content, width: width)))
        }
    }

    func jumpBack() {
        guard let line = jumpOrigins.popLast() else { return session.messages.show(.noJumpBack) }
        scroll(.to(line))
    }

    // MARK: Search

    func find(_ words: String) {
        guard let content = state.content else { return }
        if words.isEmpty {
            state.find = nil
        } else {
            // While words are typed, the search stays at the first match from where it began.
            let start = state.find?.current ?? measure.position(at: state.scroll.offset, of: content, width: width)
            state.showsRaw = false
            state.find = TextFind(.words(words), in: plainText, from: start)
        }
        showMatches()
    }

    /// Finds what the timeline's search looks for in the text. A result may also match elsewhere, as in its title.
    func findQuery() {
        guard let search, let content = state.content, content.warning == nil else { return }
        let find = TextFind(.query(search, language: content.language), in: plainText, from: nil)
        guard !find.matches.isEmpty else { return }
        state.find = find
        showMatches()
    }

    private func showMatches() {
        let text = state.find?.highlighting(plainText) ?? plainText
        state.content?.text = text
        measureText()
        revealMatch()
    }

    func seekMatch(_ direction: ReadDirection) {
        state.find?.advance(towards: direction)
        revealMatch()
    }

    /// Scrolls to the current match unless it is visible.
    private func revealMatch() {
        guard let position = state.find?.current, let content = state.content else { return }
        let line = measure.line(of: position, in: content, width: width)
        if !visibleLines.dropLast().contains(line) { scroll(.to(max(0, line - height / 3))) }
    }

    // MARK: Layout

    /// Returns the visible blocks of code with lines wider than the screen.
    private func longCode(of content: TicketContent) -> [CodeArea] {
        guard !state.showsRaw else { return [] }
        return measure.code(of: content, width: width).filter { $0.overflow > 0 && $0.lines.overlaps(visibleLines) }
    }

    func toggleWrap() {
        changeCode { code, sideways in
            let isWrapped = code.contains { sideways[$0.block] == nil }
            for area in code { sideways[area.block] = isWrapped ? 0 : nil }
        }
    }

    func scrollSideways(_ columns: Int) {
        changeCode { code, sideways in
            for area in code {
                sideways[area.block] = min(max(0, (sideways[area.block] ?? 0) + columns), area.overflow)
            }
        }
    }

    /// Changes the layout of visible code and keeps the first visible line.
    private func changeCode(_ change: ([CodeArea], inout [Int: Int]) -> Void) {
        guard var content = state.content else { return }
        let code = longCode(of: content)
        guard !code.isEmpty else { return session.messages.show(.noLongCode) }
        let position = measure.position(at: state.scroll.offset, of: content, width: width)
        change(code, &content.reading.sideways)
        state.content = content
        measureText()
        // Lines above the text stay where they are.
        if let position, position.block > 0 || position.offset > 0 {
            scroll(.to(measure.line(of: position, in: content, width: width)))
        }
    }

    /// True to show open tickets in the full width of the screen, in this run.
    public var isFullWidth: Bool { session.settings.readsFullWidth }

    func toggleWidth() {
        guard let content = state.content else { return }
        keptPosition =
            state.scroll.offset > 0 ? measure.position(at: state.scroll.offset, of: content, width: width) : nil
        session.settings.readsFullWidth = !content.reading.isFullWidth
        state.content?.reading.isFullWidth = isFullWidth
    }
}
