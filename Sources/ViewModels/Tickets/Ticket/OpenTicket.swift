import EngineConcepts
import Queries

/// The text of an open ticket as it is laid out on the screen, with the place in it, the search, links and pictures: a value
/// without side effects. A method that can be impossible returns the message that says so.
struct OpenTicket {
    /// The ticket that is shown, or loaded as the first one.
    private(set) var ticket: TicketID
    /// The content between the bars.
    private(set) var body: ScreenBody<TicketContent>
    private(set) var scroll = PageScroll()
    private(set) var showsRaw = false
    private(set) var find: TextFind?
    private(set) var linkHints: LinkHints?

    /// The timeline's search, whose matches are shown first, or `nil` if there is none.
    private let search: Query?
    private let measure: any TicketMeasuring
    private var width = 80
    private var height = 20
    /// The text without highlighted matches.
    private var plainText = StyledText()
    /// The lines to return to, the last jump's last.
    private var jumpOrigins: [Int] = []
    /// The position to keep at the top when the width changes.
    private var keptPosition: TextPosition?
    /// The choices for the tickets that were shown, so that each is found again as it was left.
    private var readings: [TicketID: ReadingState] = [:]

    /// Creates a ticket that is still to be loaded, with words in its place.
    init(of ticket: TicketID, search: Query?, words: String, measure: any TicketMeasuring) {
        self.ticket = ticket
        self.search = search
        self.measure = measure
        body = .words(words)
    }

    // MARK: Content

    /// The ticket, or `nil` if something is shown in its place. Setting another ticket than `nil` shows that.
    private(set) var content: TicketContent? {
        get { body.content }
        set { if let newValue { body = .content(newValue) } }
    }

    /// Shows a ticket. The present one keeps its place, another one begins at the top.
    mutating func show(_ content: TicketContent, isFullWidth: Bool) {
        let isFirstShown = content.id != ticket || self.content == nil || self.content?.warning != nil
        var content = content
        if content.id == ticket {
            content.failedPictures = self.content?.failedPictures ?? [:]
            content.reading = self.content?.reading ?? content.reading
        } else {
            readings[ticket] = self.content?.reading
            ticket = content.id
            content.reading = readings[ticket] ?? ReadingState()
            scroll.scroll(.top)
            (showsRaw, find, linkHints, jumpOrigins) = (false, nil, nil, [])
        }
        content.reading.isFullWidth = isFullWidth
        plainText = content.text
        self.content = content
        highlightMatches()
        if isFirstShown, find == nil { findQuery() }
    }

    /// Shows why there is no ticket.
    mutating func showFailure(title: String, hints: [String] = []) { body = .failure(title: title, hints: hints) }

    mutating func changeMarks(_ change: (TicketID, Marks) -> Marks) {
        guard var content else { return }
        content.marks = change(content.id, content.marks)
        self.content = content
    }

    /// Switches between the raw form and the text.
    mutating func toggleRaw() -> MessageKey? {
        guard content?.raw != nil else { return .ticketNoRaw }
        showsRaw.toggle()
        scroll.scroll(.top)
        layOut()
        return nil
    }

    // MARK: Layout

    private var visibleLines: Range<Int> { scroll.offset..<scroll.offset + height }

    /// The position in the text at the first visible line.
    private var firstPosition: TextPosition? {
        content.flatMap { measure.position(at: scroll.offset, of: $0, width: width) }
    }

    mutating func resize(width: Int, height: Int) {
        var position = keptPosition
        keptPosition = nil
        if position == nil, width != self.width, scroll.offset > 0, !showsRaw { position = firstPosition }
        self.width = width
        self.height = height
        layOut()
        if let position { move(to: position) }
    }

    /// Uses the full width or the reading width, and keeps the first visible line once the screen has changed its size.
    mutating func setFullWidth(_ isFullWidth: Bool) {
        keptPosition = scroll.offset > 0 ? firstPosition : nil
        content?.reading.isFullWidth = isFullWidth
    }

    mutating func move(_ movement: PageScroll.Movement) {
        scroll.scroll(movement)
        linkHints = nil
    }

    private mutating func move(to position: TextPosition) {
        if let content { move(.to(measure.line(of: position, in: content, width: width))) }
    }

    /// Lays the text out again after a change of it or of its layout.
    private mutating func layOut() {
        guard let content else { return }
        scroll.measure(count: measure.lines(of: content, width: width, raw: showsRaw), height: height)
    }

    // MARK: Code

    /// Wraps long lines of the visible code, or lets it scroll sideways.
    mutating func toggleWrap() -> MessageKey? {
        changeCode { code, sideways in
            let isWrapped = code.contains { sideways[$0.block] == nil }
            for area in code { sideways[area.block] = isWrapped ? 0 : nil }
        }
    }

    mutating func scrollSideways(_ columns: Int) -> MessageKey? {
        changeCode { code, sideways in
            for area in code {
                sideways[area.block] = min(max(0, (sideways[area.block] ?? 0) + columns), area.overflow)
            }
        }
    }

    /// Changes the layout of the visible code with lines wider than the screen, and keeps the first visible line.
    private mutating func changeCode(_ change: ([CodeArea], inout [Int: Int]) -> Void) -> MessageKey? {
        guard var content else { return nil }
        let code = measure.code(of: content, width: width).filter { $0.overflow > 0 && $0.lines.overlaps(visibleLines) }
        guard !showsRaw, !code.isEmpty else { return .noLongCode }
        let position = firstPosition
        change(code, &content.reading.sideways)
        self.content = content
        layOut()
        // Lines above the text stay where they are.
        if let position, position.block > 0 || position.offset > 0 { move(to: position) }
        return nil
    }

    // MARK: Links

    mutating func showHints() -> MessageKey? {
        guard let content, !showsRaw else { return nil }
        let links = measure.links(in: visibleLines, of: content, width: width)
        guard !links.isEmpty else { return .noLinksVisible }
        linkHints = LinkHints(links)
        return nil
    }

    mutating func hideHints() { linkHints = nil }

    /// Types a letter of a link. The last letter goes to the target of a jump; of a link it returns that.
    mutating func typeHint(_ letter: Character) -> NumberedLink? {
        let effect = linkHints?.type(letter)
        if effect != .waiting { linkHints = nil }
        return if case .open(let number) = effect { follow(number) } else { nil }
    }

    /// Goes to the target of the jump with a number in the layout. Returns the link if the number is that of one.
    mutating func follow(_ number: UInt16) -> NumberedLink? {
        if let link = content?.link(number) { return link }
        if let jump = content?.jump(number) {
            jumpOrigins.append(scroll.offset)
            move(to: jump.position)
        }
        return nil
    }

    mutating func jumpBack() -> MessageKey? {
        guard let line = jumpOrigins.popLast() else { return .noJumpBack }
        move(.to(line))
        return nil
    }

    // MARK: Search

    /// Finds words in the text; without words, ends the search.
    mutating func findWords(_ words: String) {
        guard content != nil else { return }
        if words.isEmpty {
            find = nil
        } else {
            // While words are typed, the search stays at the first match from where it began.
            let start = find?.current ?? firstPosition
            showsRaw = false
            find = TextFind(.words(words), in: plainText, from: start)
        }
        highlightMatches()
        revealMatch()
    }

    /// Finds what the timeline's search looks for in the text. A result may also match elsewhere, as in its title.
    private mutating func findQuery() {
        guard let search, let content, content.warning == nil else { return }
        let found = TextFind(.query(search, language: content.language), in: plainText, from: nil)
        guard !found.matches.isEmpty else { return }
        find = found
        highlightMatches()
        revealMatch()
    }

    mutating func seekMatch(_ direction: ReadDirection) {
        find?.advance(towards: direction)
        revealMatch()
    }

    private mutating func highlightMatches() {
        let text = find?.highlighting(plainText) ?? plainText
        content?.text = text
        layOut()
    }

    /// Scrolls to the current match unless it is visible.
    private mutating func revealMatch() {
        guard let position = find?.current, let content else { return }
        let line = measure.line(of: position, in: content, width: width)
        if !visibleLines.dropLast().contains(line) { move(.to(max(0, line - height / 3))) }
    }

    // MARK: Pictures

    /// The pictures of the visible lines and of the next page, or `nil` for a ticket without pictures.
    var visiblePictures: (seen: [PictureKey], ahead: [PictureKey])? {
        guard let content, !content.pictures.isEmpty || content.avatar != nil else { return nil }
        let boxes = measure.pictures(of: content, width: width, raw: showsRaw)
        func keys(in lines: Range<Int>) -> [PictureKey] {
            boxes.filter { $0.lines.overlaps(lines) }
                .map { PictureKey(ticket: content.id, address: $0.address, size: $0.size) }
        }
        let next = visibleLines.upperBound
        return (keys(in: visibleLines), keys(in: next..<next + height))
    }

    /// Removes the areas of pictures that could not be loaded, sets the heights of those whose size was unknown, and keeps the
    /// first visible line. Returns true if other lines can be visible then.
    ///
    /// - Parameter isRetry: True to restore the areas of pictures that could not be loaded before.
    @discardableResult
    mutating func apply(_ statuses: [PictureKey: PictureStatus], isRetry: Bool = false) -> Bool {
        guard let former = content else { return false }
        var content = former
        if isRetry { content.failedPictures = [:] }
        for (key, status) in statuses where key.ticket == content.id {
            switch status {
            case .failed(let cause): content.failedPictures[key.address] = cause
            case .shown(let picture): content.reading.pictureLines[key.address] = measure.lines(of: picture)
            case .loading: break
            }
        }
        guard content.failedPictures != former.failedPictures || content.reading != former.reading else { return false }
        self.content = content
        guard !showsRaw else { return false }
        let line = PictureBox.line(
            scroll.offset, before: measure.pictures(of: former, width: width, raw: false),
            after: measure.pictures(of: content, width: width, raw: false))
        layOut()
        scroll.scroll(.to(line))
        return true
    }
}
