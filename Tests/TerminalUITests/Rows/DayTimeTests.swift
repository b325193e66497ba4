import EngineConcepts
import Localization
import TerminalKit
import Testing
import ViewModelTestSupport

@testable import TerminalUI
@testable import ViewModels

@Suite("Times of rows in days with headings")
struct DayTimeTests {
    /// Draws rows of one day below its heading, the third one on this line.
    private func rows(line: Int, width: Int, density: Density = .compact) -> String {
        let rows = (0..<4)
            .map { index in
                let key = OrderKey(
                    time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "\(index)"))
                var row = TicketRow(
                    key: key, shownTime: key.time, time: RowTime(text: "1 Mar 19", brief: "Mar'19", clock: "16:00"),
                    marks: Marks(),
                    reactions: [], topics: [], emphasis: .plain, badges: [], title: "Lap \(index)",
                    excerpt: density == .compact ? StyledText() : StyledText(plain: "Words."), facts: [],
                    source: "Kerb", kind: "feed")
                row.timeOnDay = "16:00"
                row.day = index == 0 ? "Friday 1 March 2019" : nil
                return TimelineRow.ticket(row)
            }
        let state = TimelineState(
            header: TimelineState.Header(view: "All", isLimited: false, newAbove: 0),
            body: .content(.init(rows: rows, cursor: 2, line: line)),
            footer: TimelineState.Footer(completeness: "", isBehind: false, clock: "", briefClock: ""), banner: nil,
            density: density, timeStyle: .relative)
        let appearance = Appearance(theme: .plain)
        let layout = TimelineLayout(appearance: appearance, keys: ShownKeys(labels: [.toggleWarning: "z"]))
        var buffer = CellBuffer(size: Size(width: width, height: 16))
        TimelineScreen(appearance: appearance, layout: layout, hints: []).draw(state, in: buffer.bounds, of: &buffer)
        return buffer.lines.joined(separator: "\n")
    }

    @Test(
        "The column of the time is as wide as the longest time in it, in every language",
        arguments: [40, 80, 120], [TimeStyle.relative, .exact])
    func width(screen: Int, style: TimeStyle) {
        let columns = RowColumns(width: screen, timeStyle: style)
        for localizer in Localizer.all {
            let texts = TimeTexts(zone: FixedZone(), localizer: localizer)
            let widths = stride(from: -50, to: 20_000, by: 7)
                .map { hours in
                    let time = AppFixture.now.advanced(by: .seconds(-3600 * hours))
                    let text =
                        switch style {
                        case .relative where columns.hasBriefTimes: texts.briefAge(of: time, at: AppFixture.now)
                        case .relative: texts.age(of: time, at: AppFixture.now)
                        case .exact where columns.hasBriefTimes: texts.briefExact(time, at: AppFixture.now)
                        case .exact: texts.exact(time, at: AppFixture.now)
                        }
                    return TextWidth.width(of: text)
                }
            #expect(widths.max() == columns.timeWidth, "\(localizer.language)")
        }
    }

    @Test(
        "Below the heading of their day rows say only the time, and the first one its date once it is out of sight",
        arguments: [
            (80, "Mar'19"), (120, "1 Mar 19"),
        ])
    func times(width: Int, date: String) {
        let below = rows(line: 3, width: width)
        #expect(below.contains("Friday 1 March 2019") && below.contains("16:00"), "\(below)")
        #expect(!below.contains(date), "\(below)")
        let without = rows(line: 2, width: width)
        #expect(!without.contains("Friday"), "\(without)")
        #expect(without.split(separator: "\n").count { $0.contains(" \(date) ") } == 1, "\(without)")
        #expect(without.split(separator: "\n").count { $0.contains(" 16:00 ") } == 3, "\(without)")
    }

    @Test("Rows of several lines have the time of day below their date", arguments: [80, 120])
    func timesBelowDates(width: Int) {
        let without = rows(line: 6, width: width, density: .regular)
        #expect(!without.contains("Friday"), "\(without)")
        #expect(without.split(separator: "\n").count { $0.contains(" Mar'19 ") } == 4, "\(without)")
        #expect(without.split(separator: "\n").count { $0.contains(" 16:00 ") } == 4, "\(without)")
        let below = rows(line: 7, width: width, density: .regular)
        #expect(below.contains("Friday 1 March 2019") && !below.contains("Mar'19"), "\(below)")
    }
}
