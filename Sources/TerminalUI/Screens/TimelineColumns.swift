import ViewModels

/// The columns of a row in the timeline.
struct TimelineColumns: Equatable {
    /// The width of a row.
    let width: Int
    /// The first column of the time.
    let timeStart = 2
    /// The width of the time, which is aligned to the right.
    let timeWidth: Int
    /// The first column of the text.
    let text: Int
    /// The width of the text; one column is left free at the right.
    let textWidth: Int
    /// The width of running text; more than a hundred columns are hard to read.
    let measure: Int

    init(width: Int, timeStyle: TimeStyle) {
        self.width = width
        let isNarrow = width < 60
        timeWidth = timeStyle == .exact ? (isNarrow ? 7 : 13) : 4
        text = timeStart + timeWidth + (isNarrow ? 1 : 2)
        textWidth = max(1, width - text - 1)
        measure = min(textWidth, 100)
    }
}
