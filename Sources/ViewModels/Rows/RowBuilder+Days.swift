import EngineConcepts

/// The times of tickets, and the headings of their days.
nonisolated extension RowBuilder {
    /// Returns the time of a ticket as shown.
    func time(_ time: Timestamp, in context: Context) -> String {
        context.timeStyle == .relative ? texts.age(of: time, at: context.now) : texts.exact(time, at: context.now)
    }

    /// Returns the forms of the time of a ticket.
    func rowTime(_ time: Timestamp, in context: Context) -> RowTime {
        RowTime(
            text: self.time(time, in: context),
            brief: context.timeStyle == .relative
                ? texts.briefAge(of: time, at: context.now) : texts.briefExact(time, at: context.now),
            clock: texts.clockBelowDate(of: time, in: context.timeStyle, at: context.now))
    }

    /// Returns the time of a ticket as shown below the heading of its day.
    private func timeOnDay(_ time: Timestamp, in context: Context) -> String {
        context.timeStyle == .relative ? texts.ageOnDay(of: time, at: context.now) : texts.clock(of: time)
    }

    /// Returns the rows with the headings of their days, and with the times that are shown below them.
    ///
    /// - Parameters:
    ///   - minimum: The number of tickets from which on a day has a heading, or `nil` for no headings.
    ///   - reachesTop: True if there is no row above the first one. Otherwise its day may have begun there.
    func rows(
        _ rows: [TimelineRow], withHeadingsFrom minimum: Int?, reachesTop: Bool, in context: Context
    ) -> [TimelineRow] {
        let headings = DayHeadings(
            of: rows.compactMap(\.ticket?.key.time), from: minimum, reachesTop: reachesTop, texts.areOnOneDay)
        var places = headings.places.makeIterator()
        return rows.map { row in
            guard case .ticket(var ticket) = row, let place = places.next() else { return row }
            ticket.day =
                switch place.heading {
                case .day: texts.dayHeading(of: ticket.key.time, at: context.now)
                case .earlier: localizer(.dayEarlier)
                case .later: localizer(.dayLater)
                case nil: nil
                }
            ticket.time = rowTime(ticket.shownTime, in: context)
            let hasHeading = place.isOnHeadedDay && texts.areOnOneDay(ticket.key.time, ticket.shownTime)
            ticket.timeOnDay = hasHeading ? timeOnDay(ticket.shownTime, in: context) : nil
            return .ticket(ticket)
        }
    }
}
