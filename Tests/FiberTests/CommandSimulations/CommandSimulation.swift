import EngineConcepts
import Foundation
import ScenarioServer
import Subprocess
import SwiftSystem
import TerminalTestSupport
import TestSupport

/// A random simulation: feeds that grow, and a user who runs the program's commands on a home of their own, under a
/// clock that the simulation sets. After each command, the invariants are checked from what the program prints.
struct CommandSimulation {
    /// A broken invariant.
    struct InvariantViolation: Error, CustomStringConvertible {
        let description: String
    }

    /// A feed, and what the user knows of it.
    private struct Followed {
        let feed: ServedFeed
        let path: String
        /// The time in milliseconds when it last grew, or could be read.
        var grown: Int64
        /// When the newest items were read, in milliseconds.
        var reads: [Int64] = []
        /// The items of documents that commands took in.
        var taken: Set<Int> = []
        /// The number of the newest item at the last refresh, or -1 before the first reading. A fill may read the newest page
        /// to compare another with it, but newer items belong to the next refresh.
        var newest = -1
        /// The source's ID in the program.
        var source = ""
    }

    private let isHard: Bool
    private let home: Home
    private let server: ScenarioServer
    private let clock: FakeClock
    private var random: SeededGenerator
    private var followed: [Followed] = []
    private var now: Int64
    private(set) var log: [String] = []

    init(seed: UInt64, isHard: Bool, on server: ScenarioServer, _ clock: FakeClock) throws {
        self.isHard = isHard
        self.server = server
        self.clock = clock
        home = try Home()
        random = SeededGenerator(seed: seed)
        now = 1_789_000_000_000 + Int64(random.number(0...86_400_000))
        for number in 1...random.pick([1, 1, 2, 3]) {
            let traits = ServedFeed.Traits(isHard: isHard, by: &random)
            let feed = ServedFeed("F\(number)", traits, seed: random.next())
            let path = "/f\(number)"
            let address = server.url(path)
            server.serve(path) { feed.answer($0.path, at: address) }
            var history = random.pick([1, traits.page, traits.page * 3, 60])
            // If all that was read at first is the item that ends every page, nothing shows that it is none.
            if traits.hasEvergreen { history = max(history, traits.page + 2) }
            feed.grow(by: history, from: now - Int64(random.number(1...40)) * 86_400_000, to: now - 1000)
            followed.append(Followed(feed: feed, path: path, grown: now))
            record("\(feed.name): \(traits), \(history) items")
        }
    }

    /// Runs so many steps, then reads everything that can be read.
    mutating func run(_ steps: Int) async throws {
        try await follow()
        for _ in 0..<steps {
            try await step()
            try await check()
        }
        try await complete()
    }

    // MARK: Steps

    private mutating func follow() async throws {
        for index in followed.indices {
            // A probe is the first request; the simulation goes on when it was answered.
            for _ in 0..<20 where followed[index].source.isEmpty {
                let outcome = try await fiber("add", server.url(followed[index].path))
                if outcome.status == 0 { followed[index].source = try await source(followed[index].feed.name) }
                _ = followed[index].feed.takeServed()
            }
            guard !followed[index].source.isEmpty else { throw violation("\(followed[index].feed.name) was not added") }
        }
    }

    private func source(_ name: String) async throws -> String {
        let sources = try await fiber("sources", "--json").objects
        return sources.first { $0["name"] as? String == name }?["id"] as? String ?? ""
    }

    private mutating func step() async throws {
        switch random.number(0...99) {
        case ..<30: grow()
        case ..<62: try await refresh()
        case ..<85: try await fill()
        case ..<93 where isHard: try await kill()
        default: passTime()
        }
    }

    private mutating func passTime() {
        now += Int64(random.pick([1000, 4700, 60_000, 1_200_000, 18_000_000, 90_000_000]))
        record("it is \(Timestamp(milliseconds: now).rfc3339)")
    }

    private mutating func grow() {
        passTime()
        let index = random.number(0...followed.count - 1)
        let feed = followed[index].feed
        let page = feed.traits.page
        let count = random.pick([1, 1, 2, 3, page, page * 2, page * 5 + 1])
        feed.grow(by: count, from: followed[index].grown, to: now)
        followed[index].grown = now
        record("\(feed.name) has \(count) more")
    }

    private mutating func refresh() async throws {
        now += Int64(random.number(0...3000))
        let outcome = try await fiber("refresh", "--json")
        guard outcome.status <= 1 else { throw violation("refresh ended with \(outcome.status): \(outcome.errors)") }
        let line = try outcome.objects.first ?? [:]
        let troubles = ["failed", "warnings"]
            .flatMap { (line[$0] as? [[String: Any]] ?? []).compactMap { $0["source"] as? String } }
        takeServed("refresh", except: Set(troubles))
    }

    /// Takes in what a command was served.
    private mutating func takeServed(_ command: String, except troubled: Set<String> = [], isRead: Bool = true) {
        var words: [String] = []
        for index in followed.indices {
            let served = followed[index].feed.takeServed()
            if !served.pages.isEmpty {
                words.append("\(followed[index].feed.name) \(served.pages.joined(separator: " "))")
            }
            followed[index].grown = now
            guard isRead, !troubled.contains(followed[index].source) else { continue }
            if command == "refresh" || followed[index].newest < 0 {
                followed[index].newest = max(followed[index].newest, served.items.max() ?? -1)
            }
            followed[index].taken.formUnion(served.items.filter { [newest = followed[index].newest] in $0 <= newest })
            if command == "refresh", served.hasNewest { followed[index].reads.append(now) }
        }
        record("\(command): \(words.joined(separator: ", "))")
    }

    private mutating func fill() async throws {
        now += Int64(random.number(0...3000))
        let gaps = try await timeline().gaps.filter(\.canBeFilled)
        guard !gaps.isEmpty else { return }
        let gap = random.pick(gaps)
        let arguments = random.pick([
            ["fill"], ["fill", "--gap", gap.id], ["fill", "--gap", gap.id, "--count", "1000"],
            ["fill", "--count", "40"],
        ])
        let outcome = try await home.fiber(arguments, environment: clock.environment(now))
        guard outcome.status <= 1 else { throw violation("fill ended with \(outcome.status): \(outcome.errors)") }
        takeServed(arguments.joined(separator: " "), isRead: outcome.status == 0)
    }

    /// Kills a command after one of its requests.
    private mutating func kill() async throws {
        now += Int64(random.number(0...3000))
        let count = server.requests.count + random.number(1...4)
        let pause = random.number(0...60)
        let arguments = random.pick([["refresh"], ["refresh"], ["fill"]])
        let server = server
        let wasKilled = try await home.kill(
            arguments, environment: clock.environment(now), after: .milliseconds(pause)
        ) { server.requests.count >= count }
        takeServed("\(arguments[0]) \(wasKilled ? "killed" : "not killed in time")", isRead: false)
    }

    /// Reads what can be read, without faults, until there is nothing left.
    private mutating func complete() async throws {
        for followed in followed { followed.feed.stopFailing() }
        record("in the end")
        now += 86_400_000 * 8
        try await refresh()
        try await check()
        var filled = ""
        for _ in 0..<40 {
            guard let gap = try await timeline().gaps.first(where: \.canBeFilled) else { break }
            // An end of the feed that is not proven counts after a day.
            if gap.id == filled { now += 86_400_000 }
            filled = gap.id
            let outcome = try await fiber("fill", "--gap", gap.id, "--count", "100000")
            takeServed("fill \(gap.id)", isRead: outcome.status == 0)
            try await check()
            now += 1_200_000
        }
        let track = try await timeline()
        if let left = track.gaps.first(where: \.canBeFilled) { throw violation("\(left) cannot be filled") }
        for followed in followed where followed.feed.traits.paging == .linked || followed.feed.traits.paging == .json {
            let missing = followed.feed.items.map(followed.feed.id).filter { track.times[$0] == nil }
            guard missing.isEmpty else { throw violation("\(missing) can be read and are missing") }
        }
    }

    // MARK: Invariants

    /// A gap as the program prints it.
    private struct PrintedGap: CustomStringConvertible {
        var id: String
        /// The newer bound, excluded, and the older one, in milliseconds; open bounds are extreme.
        var newest: Int64
        var oldest: Int64
        var isPartial: Bool
        var sources: [String]
        var causes: [String]

        init(_ object: [String: Any]) {
            func time(_ key: String) -> Int64? {
                (object[key] as? String).flatMap { Timestamp(rfc3339: $0) }?.milliseconds
            }
            id = object["id"] as? String ?? ""
            newest = time("newest") ?? .max
            oldest = time("oldest") ?? .min
            isPartial = object["partial"] as? Bool ?? false
            let missing = object["missing"] as? [[String: Any]] ?? []
            sources = missing.compactMap { $0["source"] as? String }
            causes = missing.compactMap { $0["cause"] as? String }
        }

        var canBeFilled: Bool { causes.contains { !["aged-out", "too-dense", "out-of-reach"].contains($0) } }

        var description: String { "\(id)\(isPartial ? " partial" : "") \(causes)" }

        /// True if an item of `source` can be missing here at a time between two times.
        func hides(_ source: String, from oldest: Int64, to newest: Int64) -> Bool {
            (!isPartial || sources.contains(source)) && self.oldest <= newest && oldest < self.newest
        }
    }

    /// The timeline as the program prints it.
    private struct PrintedTrack {
        /// The times of the tickets by their titles, in milliseconds.
        var times: [String: Int64] = [:]
        var gaps: [PrintedGap] = []
    }

    /// Reads the timeline, and checks its order.
    private func timeline() async throws -> PrintedTrack {
        let outcome = try await fiber("timeline", "--json", "--limit", "1000000")
        guard outcome.status == 0 else { throw violation("timeline ended with \(outcome.status): \(outcome.errors)") }
        var track = PrintedTrack()
        var bound = Int64.max
        for object in try outcome.objects {
            if object["type"] as? String == "gap" {
                let gap = PrintedGap(object)
                if gap.newest != .max, gap.newest > bound, !gap.isPartial {
                    throw violation("\(gap) stands below something older")
                }
                if !gap.isPartial { bound = min(bound, gap.oldest) }
                track.gaps.append(gap)
                continue
            }
            guard let title = object["title"] as? String,
                let time = (object["time"] as? String).flatMap({ Timestamp(rfc3339: $0) })
            else { throw violation("\(object) is no ticket") }
            guard time.milliseconds <= bound else { throw violation("\(title) stands below something older") }
            bound = time.milliseconds
            guard track.times.updateValue(time.milliseconds, forKey: title) == nil else {
                throw violation("\(title) is there twice")
            }
        }
        return track
    }

    /// Every item that the program was shown, or that lies where it claims that nothing is missing, is in the timeline or in a
    /// gap.
    private mutating func check() async throws {
        let track = try await timeline()
        record("  \(track.times.count) shown, gaps \(track.gaps)")
        var stored: [String: Int64] = track.times
        if track.gaps.contains(where: { !$0.isPartial }) {
            for object in try await fiber("export").objects where object["type"] as? String == "ticket" {
                guard let title = object["title"] as? String,
                    let time = (object["time"] as? String).flatMap({ Timestamp(rfc3339: $0) })
                else { continue }
                stored[title] = time.milliseconds
            }
        }
        for followed in followed {
            let feed = followed.feed
            for item in feed.items where track.times[feed.id(item)] == nil {
                if let time = stored[feed.id(item)] {
                    let isWithheld = track.gaps.contains { !$0.isPartial && $0.oldest <= time && time < $0.newest }
                    guard isWithheld else { throw violation("\(feed.id(item)) is stored and not shown: \(track.gaps)") }
                    continue
                }
                if followed.taken.contains(item.number) {
                    // A page that was read to learn the direction of the pages is not stored; its items are in a gap.
                    let isInGap = track.gaps.contains { gap in
                        item.date.map { gap.hides(followed.source, from: $0 * 1000, to: $0 * 1000) } ?? false
                    }
                    guard isInGap else {
                        throw violation("\(feed.id(item)) was read and is neither stored nor in a gap: \(track.gaps)")
                    }
                    continue
                }
                guard let place = place(of: item, in: followed) else { continue }
                let isInGap = track.gaps.contains {
                    $0.hides(followed.source, from: place.lowerBound, to: place.upperBound)
                }
                guard isInGap else {
                    let dates = [place.lowerBound, place.upperBound].map { Timestamp(milliseconds: $0).rfc3339 }
                    throw violation(
                        "\(feed.id(item)), of \(dates.joined(separator: " to ")), is neither shown nor in a gap: \(track.gaps)"
                    )
                }
            }
        }
    }

    /// Returns where an item that was never read must be missing, in milliseconds, or `nil` if nobody can know of it.
    private func place(of item: ServedFeed.Item, in followed: Followed) -> ClosedRange<Int64>? {
        guard let last = followed.reads.last, let read = followed.reads.first(where: { $0 >= item.published }) else {
            return nil
        }
        let before = followed.reads.last { $0 < item.published }
        // A feed without older pages begins with what it had when it was read first. Nobody knows that a feed has page
        // numbers if its items do not say that it is sorted.
        if !followed.feed.isPaged, before == nil { return nil }
        if followed.feed.traits.paging == .wordPress, followed.feed.traits.hasPinned, before == nil { return nil }
        // Nothing shows that the last item of the first page is not the one before it, until the next page is read.
        if followed.feed.traits.hasEvergreen, before == nil { return nil }
        let second = (last / 1000) * 1000
        if let date = item.date {
            // Items with the date of the last reading are for the next one.
            guard date * 1000 < second else { return nil }
            guard followed.feed.isPaged else { return date * 1000...max(date * 1000, read) }
            return date * 1000...date * 1000
        }
        guard read < second else { return nil }
        return (before.map { $0 / 1000 * 1000 } ?? .min)...read
    }

    // MARK: The program

    private func fiber(_ arguments: String...) async throws -> Home.Outcome {
        try await home.fiber(arguments, environment: clock.environment(now))
    }

    private func violation(_ text: String) -> InvariantViolation { InvariantViolation(description: text) }

    private mutating func record(_ line: String) {
        log.append(line)
    }
}

/// The library that stops the clock of programs.
struct FakeClock {
    private let library: String

    /// Finds the library, which is built with the tests; fails where programs cannot be made to load it.
    init() throws {
        #if os(Linux)
        library = try BuiltProduct.path("libFakeClock.so")
        #else
        throw Home.Failure(description: "Programs cannot be made to load another clock on this system.")
        #endif
    }

    /// True if programs can be made to load it.
    static var isAvailable: Bool {
        do {
            _ = try FakeClock()
            return true
        } catch {
            return false
        }
    }

    /// The environment of a program that runs at this time, in milliseconds since 1970.
    func environment(_ now: Int64) -> [String: String] { ["LD_PRELOAD": library, "FAKE_CLOCK": "\(now)"] }
}

extension Home {
    /// Runs the program, and kills it so long after `condition` has come true. Returns false if it ended before.
    func kill(
        _ arguments: [String], environment: [String: String], after pause: Duration,
        once condition: @escaping @Sendable () -> Bool
    ) async throws -> Bool {
        let result = try await run(
            .path(FilePath(BuiltProduct.path("fiber"))), arguments: Arguments(arguments),
            environment: self.environment(environment), input: .none, output: .sequence, error: .discarded
        ) { execution in
            let killer = Task {
                // Polled, because no event tells of the files of another process.
                while !condition() { try await Task.sleep(for: .milliseconds(2)) }
                try await Task.sleep(for: pause)
                try execution.send(signal: .kill)
            }
            defer { killer.cancel() }
            for try await _ in execution.standardOutput.strings() {}
        }
        return result.terminationStatus == .signaled(SIGKILL)
    }
}
