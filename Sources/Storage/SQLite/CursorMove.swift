/// How a cursor moves that goes down over all stored tickets, a portion of them at a time.
struct CursorMove: Sendable {
    /// Where it stood: it has been at everything from here on up.
    let start: Int64
    /// Where it stands then; nil where it has been everywhere.
    let end: Int64?
    /// Over how many tickets.
    let count: Int

    /// - Parameters:
    ///   - numbers: the next tickets below, downwards.
    ///   - room: how many were asked for.
    init(over numbers: [Int64], from start: Int64, room: Int) {
        self.start = start
        end = numbers.count < room ? nil : numbers.last
        count = numbers.count
    }
}
