import ViewModels

/// Where things stand in a row of the timeline.
struct TimelineColumns: Equatable {
    /// The columns of a row.
    let width: Int
    /// Where the time begins.
    let timeStart = 2
    /// The columns of the time; it stands at their right end.
    let timeWidth: Int
    /// Where the text begins.
    let text: Int
    /// The columns of text; one is left free at the right.
    let textWidth: Int
    /// The columns of running text: more than a hundred are hard to read.
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
