import EngineConcepts

/// The rows of an outline as they are scrolled: their heights, the cursor, and the replies that are hidden.
final class OutlineRows {
    var scroller = Scroller<OutlineRow>()
    /// The posts whose replies are hidden.
    private(set) var collapsed: Set<String> = []
    private var width = 80
    private let measure: any OutlineMeasuring
    private let settings: EffectiveSettings

    init(measure: any OutlineMeasuring, settings: EffectiveSettings) {
        self.measure = measure
        self.settings = settings
    }

    var current: OutlineRow? { scroller.current }

    /// The identities of the posts with rows, in their order.
    var tickets: [TicketID] { scroller.rows.compactMap(\.ticket?.id) }

    // MARK: Layout

    func resize(width: Int, height: Int) {
        guard width != self.width || height != scroller.height else { return }
        self.width = max(1, width)
        scroller.measure(height: max(1, height), heights: heights(of: scroller.rows))
        scroller.settle()
    }

    /// Measures all rows again.
    func remeasure() { scroller.measure(height: scroller.height, heights: heights(of: scroller.rows)) }

    private func heights(of rows: [OutlineRow]) -> [Int] {
        let format = RowFormat(width: width, density: settings.density, timeStyle: settings.timeStyle)
        return rows.map { max(1, measure.lines(of: $0, in: format)) }
    }

    /// Replaces the rows by those of `tickets`. The cursor goes to the post `target`, or keeps its place if that is `nil`.
    func install(_ tickets: [TicketID: TicketRow], by builder: OutlineRowBuilder, goingTo target: TicketID?) {
        let rows = builder.rows(of: tickets)
        scroller.install(
            rows, heights: heights(of: rows), reachesTop: true, reachesBottom: true,
            cursor: builder.index(of: target.map(OutlineRow.ID.post) ?? current?.id, in: rows) ?? scroller.cursor,
            // A post that was just opened leaves room for what it replies to.
            line: target == nil ? scroller.line : scroller.height / 3)
        scroller.settle()
    }

    // MARK: Movements

    /// Moves the cursor, and returns the unread posts that it has passed downwards, none on the way to an end.
    func move(_ movement: PageScroll.Movement) -> [TicketID] {
        let start = scroller.cursor
        switch movement {
        case .lines(let count): _ = scroller.move(rows: count)
        case .pages, .halfPages: _ = scroller.move(lines: movement.lineCount(onPageOf: scroller.height))
        case .top:
            scroller.jumpToTop()
            return []
        case .bottom:
            scroller.jumpToBottom()
            return []
        // A click on a scroll bar, which only open texts have.
        case .to: return []
        }
        return scroller.unreadTickets(passedFrom: start)
    }

    /// Goes to a row. Returns false if there is none.
    func go(to index: Int?) -> Bool {
        guard let index else { return false }
        scroller.jump(to: index)
        return true
    }

    // MARK: Replies

    /// Hides or shows the replies to the current post in the next rows. Returns false if it has none.
    func toggleReplies() -> Bool {
        guard let current, let id = current.ticket?.id, current.replies != nil else { return false }
        collapsed.formSymmetricDifference([id.item])
        return true
    }

    /// Hides the replies in the branches of first replies in the next rows, or shows all replies. Returns false if there are
    /// none.
    func toggleAllReplies() -> Bool {
        guard collapsed.isEmpty else {
            collapsed = []
            return true
        }
        let depth = openedDepth
        collapsed = Set(
            scroller.rows.filter { $0.branch.depth > depth && $0.replies != nil }.compactMap(\.ticket?.id.item))
        return !collapsed.isEmpty
    }

    /// The post whose row stays when all replies are hidden: that of the branch with the cursor.
    var branch: TicketID? {
        let level = min(current?.branch.depth ?? 0, openedDepth + 1)
        return scroller.rows.prefix(scroller.cursor + 1).last { $0.branch.depth <= level }?.ticket?.id
    }

    private var openedDepth: Int { scroller.rows.first(where: \.isOpened)?.branch.depth ?? 0 }
}
