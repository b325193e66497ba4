import EngineConcepts
import EngineSimulation
import Foundation
import ScenarioServer
import Synchronization
import TestSupport

/// Ten feeds that list their newest items only.
final class SmallFeeds: Sendable {
    /// The number of items in a document.
    private static let window = 12

    private struct State {
        /// The dates of the items of each feed, in whole seconds, newest last.
        var dates: [[Timestamp]] = Array(repeating: [], count: 10)
    }

    private let state = Mutex(State())
    private let server: ScenarioServer

    init(on server: ScenarioServer) {
        self.server = server
        server.serve("/feeds/") { [weak self] request in
            let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
            return .text(self?.document(number) ?? "", type: "application/rss+xml")
        }
    }

    static func id(_ number: Int) -> SupplierID { SupplierID("feed:small-\(number)") }

    func address(_ number: Int) -> String { server.url("/feeds/\(number)") }

    /// Publishes items of now.
    func publish(_ count: Int, at now: Timestamp, by random: inout SeededGenerator) {
        for _ in 0..<count {
            let feed = random.number(0...9)
            state.withLock { $0.dates[feed].append(now.flooredToSecond) }
        }
    }

    private func document(_ number: Int) -> String {
        let dates = state.withLock { $0.dates[number] }
        let items = dates.enumerated().suffix(Self.window).reversed()
            .map { index, date in
                let text = Date(timeIntervalSince1970: TimeInterval(date.seconds)).ISO8601Format()
                return "<item><guid isPermaLink=\"false\">\(index)</guid><title>Item \(index)</title>"
                    + "<dc:date>\(text)</dc:date></item>"
            }
        return
            "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Feed \(number)</title>"
            + items.joined() + "</channel></rss>"
    }

    /// Checks that every item is shown, in a gap that names its feed, or newer than what was read.
    func check(_ track: VisibleTrack) throws {
        let dates = state.withLock(\.dates)
        for (number, dates) in dates.enumerated() {
            let id = Self.id(number)
            let claimed = track.record.supplierStates[id]?.ranges.coverage.claimed.newest ?? .beginningOfTime
            for (item, date) in dates.enumerated() {
                if track.entry(TicketID(supplier: id, item: String(item))) != nil { continue }
                let top = track.record.visibleRanges.newest ?? .beginningOfTime
                if date >= min(claimed, top) { continue }
                let isInGap = track.record.gaps.contains { gap in
                    gap.timeframe.contains(date)
                        && (gap.kind == .full || gap.missing.contains { $0.supplier == id })
                }
                // Below its floor a feed lists nothing any more.
                if isInGap || track.record.supplierStates[id]?.ranges.floor.map({ date < $0.time }) ?? false {
                    continue
                }
                throw InvariantViolation("item \(item) of \(id), of \(date.milliseconds), is nowhere")
            }
        }
    }
}
