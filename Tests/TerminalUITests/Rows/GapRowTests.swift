import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Rows of gaps")
struct GapRowTests {
    private func lines(
        _ width: Int, _ sizes: [String], kind: Gap.Kind = .partial, density: Density = .regular,
        activity: GapRow.Activity = .idle(offer: "try again"), isEndless: Bool = false
    ) throws -> [String] {
        let gap = Gap(
            timeframe: try #require(
                Timeframe(from: Timestamp(seconds: 600), downTo: isEndless ? .beginningOfTime : Timestamp(seconds: 0))),
            kind: kind, missing: [.init(supplier: "feed:a", cause: .notAsked)])
        let row = GapRow(
            gap: gap, parts: [gap], size: sizes[0], briefSizes: Array(sizes.dropFirst()), sources: "A",
            activity: activity)
        let layout = GapRowLayout(
            appearance: Appearance(theme: .plain), columns: RowColumns(width: width, timeStyle: .relative),
            density: density, keys: ShownKeys(labels: [.open: "⏎", .fillFromBelow: "M-⏎", .fillAll: "F"]))
        let lines = layout.lines(of: row).lines
        #expect(lines.allSatisfy { $0.left.width + $0.right.width <= width }, "\(width)")
        return lines.map { $0.left.text + $0.right.text }
    }

    private func line(_ width: Int, _ sizes: [String]) throws -> String { try #require(try lines(width, sizes).first) }

    @Test("The size of a full gap is complete at every width, and the number of waiting items gives way to it")
    func fullGap() throws {
        let size = "Everything before Sun 29 Nov, 05:39 is not loaded"
        let sizes = [size + ", 12 stored items wait there", size]
        for width in 40...140 {
            let box = try lines(width, sizes, kind: .full)
            let words = box.flatMap { $0.split(separator: " ") }.joined(separator: " ")
            for word in sizes[0].split(separator: " ") { #expect(words.contains(word), "\(box)") }
            #expect(!words.contains("…"), "\(box)")
        }
        for words in ["Filling", "Filling, many words"] {
            let filling = try lines(40, sizes, kind: .full, activity: .filling(words, nil))
            #expect(filling.count <= 7 && filling.joined().contains(words), "\(filling)")
        }
        let compact = try lines(80, sizes, kind: .full, density: .compact)
        #expect(compact.count == 1 && compact[0].contains(size + " ") && !compact[0].contains("12"), "\(compact)")
    }

    @Test("A gap is offered to be filled from below only if something is below it")
    func fromBelow() throws {
        let between = try lines(120, ["10 min not loaded"], kind: .full)
        #expect(between.contains { $0.contains("⏎ try again   M-⏎ from below   F all") }, "\(between)")
        let atEnd = try lines(120, ["Everything before 00:10"], kind: .full, isEndless: true)
        #expect(atEnd.contains { $0.contains("⏎ try again   F all") }, "\(atEnd)")
    }

    @Test("Names, then the words of the offer, give way to the time, which is never cut", arguments: 40...140)
    func times(width: Int) throws {
        let sizes = [
            "Don't Hit Save, research!rsc and 33 more not loaded 17:57–09:02",
            "Don't Hit Save and 34 more not loaded 17:57–09:02",
            "35 sources not loaded 17:57–09:02",
        ]
        let line = try line(width, sizes)
        #expect(line.contains("17:57–09:02") && line.contains("⏎"), "\(line)")
        #expect(width < 120 || line.contains("33 more"), "\(line)")
    }
}
