/// One step of a cursor that goes down over all stored tickets, a batch at a time.
struct CursorMove: Sendable {
    /// The cursor before the step: everything from here up is done.
    let start: Int64
    /// The cursor after the step, or `nil` if everything is done.
    let end: Int64?
    /// The number of tickets in the step.
    let count: Int

    /// Creates the step over the next tickets.
    ///
    /// - Parameters:
    ///   - rowIDs: The next tickets below `start`, descending.
    ///   - room: The number of tickets that were requested.
    init(over rowIDs: [Int64], from start: Int64, room: Int) {
        self.start = start
        end = rowIDs.count < room ? nil : rowIDs.last
        count = rowIDs.count
    }
}
