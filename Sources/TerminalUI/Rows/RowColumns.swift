import TerminalKit
import ViewModels

/// The columns of a row of the timeline or of an outline.
struct RowColumns: Equatable {
    let width: Int
    /// The first column of the time: behind the cursor, the mark for unread and a space.
    let timeStart = 3
    /// The width of the time, which is aligned to the right, or 0 if the screen is too narrow for it.
    let timeWidth: Int
    /// True if the column has no room for the weekday or the time of day beside a date.
    let hasBriefTimes: Bool
    /// The first column of the text.
    let text: Int
    /// The width of the source's name in rows of one line.
    let source: Int

    /// The width of the text; one column is left free at the right.
    var textWidth: Int { max(1, width - text - 1) }
    /// The width of running text; more than a hundred columns are hard to read.
    var measure: Int { min(textWidth, 100) }

    private static let minimumWidthWithTimes = 30
    /// The width from which on two spaces are between the time and the text.
    private static let minimumWidthWithSpace = 100

    /// - Parameters:
    ///   - source: The width of the source's name in rows of one line. Their heights do not depend on it.
    ///   - isTable: True for rows of one line, which have no room for the time of day below a date.
    init(width: Int, timeStyle: TimeStyle, source: Int = 8, isTable: Bool = false) {
        self.source = source
        self.width = width
        hasBriefTimes =
            switch timeStyle {
            case .exact: width < 60
            case .relative: !isTable || width < Self.minimumWidthWithSpace
            }
        // Beside the time, a line would have room for a word or two.
        let hasTimes = width >= Self.minimumWidthWithTimes
        // The longest times, so that the text does not move while the user does.
        let longest = hasBriefTimes ? 6 : timeStyle == .exact ? 12 : 9
        timeWidth = hasTimes ? longest : 0
        text = hasTimes ? timeStart + timeWidth + (width < Self.minimumWidthWithSpace ? 1 : 2) : timeStart
    }

    /// Creates the columns of a row without a column for the time.
    ///
    /// - Parameter text: The first column of the text.
    init(width: Int, text: Int) {
        source = 0
        self.width = width
        hasBriefTimes = true
        timeWidth = 0
        self.text = text
    }
}
