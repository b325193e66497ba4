import ArgumentParser
import EngineConcepts
import Foundation
import Storage

/// Fills a store with so many generated tickets and measures the time.
struct StoreBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Make a store of many tickets, and a library of the sources that they are from."
    )

    @Option(help: "The number of tickets.")
    var tickets = 100_000

    @Option(help: "The number of sources.")
    var sources = 50

    @Option(help: "The directory to make the store and the library in; must not exist.")
    var directory: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: directory) else {
            throw ValidationError("\(directory) exists already.")
        }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let maker = TicketMaker(sources: sources)
        try maker.library.write(toFile: "\(directory)/library.toml", atomically: true, encoding: .utf8)
        let store = try TrackDatabase(path: "\(directory)/fiber.sqlite")
        let start = ContinuousClock.now
        var done = 0
        while done < tickets {
            let batch = min(20_000, tickets - done)
            _ = try await store.commit(maker.commit(from: done, count: batch))
            done += batch
        }
        let took = ContinuousClock.now - start
        try store.close()
        print("\(tickets) tickets of \(sources) sources in \(directory): \(took)")
    }
}

/// Generates tickets that resemble a feed's: a title, some 900 bytes of HTML, a link, an author.
struct TicketMaker {
    let sources: Int
    private let newest = Timestamp(seconds: 1_795_000_000)

    func commit(from first: Int, count: Int) -> TrackCommit {
        let entries = (first..<first + count)
            .map { index -> TrackCommit.Entry in
                let item = item(index)
                return TrackCommit.Entry(
                    ticket: Ticket(item, of: id(index % sources), seen: newest), fingerprint: item.fingerprint)
            }
        var supplierState = SupplierState()
        if let covered = Timeframe.everythingBefore(newest) {
            supplierState.coverage.add(Claim(covered))
        }
        supplierState.condition = .healthy
        let supplierStates = Dictionary(uniqueKeysWithValues: (0..<sources).map { (id($0), supplierState) })
        return TrackCommit(
            inserted: entries, supplierStates: supplierStates, active: Set(supplierStates.keys),
            visibleRanges: TimeframeSet(Timeframe.everythingBefore(newest).map { [$0] } ?? []))
    }

    var library: String {
        (0..<sources)
            .map { index in
                """
                [[source]]
                id = "\(id(index))"
                url = "http://127.0.0.1:9/\(index).xml"
                name = "Source \(index)"
                paused = true

                """
            }
            .joined(separator: "\n")
    }

    private func id(_ index: Int) -> SupplierID {
        SupplierID("feed:source-\(index)")
    }

    private func item(_ index: Int) -> SourceItem {
        let sentence =
            "The car ran \(index % 40) laps on the same tyres and came in with \(index % 7) marks on its floor. "
        return SourceItem(
            id: "https://source.example/\(index)", orderTime: newest.advanced(by: .seconds(-Int64(index) * 37 - 1)),
            nativeOrder: Int64(index),
            body: TicketBody(
                title: "Report \(index): what the \(index % 24)th hour brought",
                text: .html("<p>" + String(repeating: sentence, count: 11) + "</p>", base: nil),
                author: Author(id: "a\(index % 9)", name: "Author \(index % 9)"),
                link: "https://source.example/\(index)"))
    }
}
