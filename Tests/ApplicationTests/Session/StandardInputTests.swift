import EngineConcepts
import Foundation
import Suppliers
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Standard input", .timeLimit(.minutes(30)))
struct StandardInputTests {
    /// A line of 60 bytes, so that a file longer than every buffer has few lines to parse.
    private static let line = String(repeating: "hello ", count: 9) + "hello\n"
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens a file with a descriptor that programs of other tests do not inherit.
    private func descriptor(of path: String) throws -> Int32 {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        return descriptor
    }

    private func firstByte(_ descriptor: Int32) -> UInt8 {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 0) == 1 ? byte : 0
    }

    @Test("The terminal takes the place of standard input, which is read elsewhere")
    func moved() throws {
        let input = try descriptor(of: directory.write("input", to: "input"))
        defer { close(input) }
        let moved = try StandardInput.move(input, asideFor: directory.write("terminal", to: "terminal"))
        defer { close(moved) }
        #expect(firstByte(input) == UInt8(ascii: "t") && firstByte(moved) == UInt8(ascii: "i"))
    }

    @Test("Without a terminal, standard input stays in its place, and no other descriptor of it stays open")
    func noTerminal() throws {
        let path = try directory.write("input", to: "input")
        let input = try descriptor(of: path)
        #expect(throws: CommandFailure.self) {
            _ = try StandardInput.move(input, asideFor: directory.path + "/none")
        }
        #expect(firstByte(input) == UInt8(ascii: "i"))
        // The lock ends with the last descriptor of its file.
        #expect(flock(input, LOCK_EX) == 0)
        close(input)
        let other = try descriptor(of: path)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
    }

    @Test("Lines are read no faster than they are stored, and all of them")
    func backPressure() async throws {
        let count = 20_000
        let path = try directory.write(String(repeating: Self.line, count: count), to: "lines")
        let supplier = StreamSupplier(name: "a stream", maximumItems: count)
        let engine = DeliveringEngine(supplier)
        try await StandardInput.read(descriptor(of: path), into: supplier, refreshing: engine)
        let last = await engine.deliver()
        let deliveries = engine.deliveries.withLock { $0 }
        #expect(deliveries.count > 1 && last > 0)
        #expect(deliveries.reduce(0, +) == count)
        // A window of lines, one read, and the line that it completes.
        #expect((deliveries.max() ?? 0) * 60 <= (256 + 64) << 10 + 60, "\(deliveries)")
    }

    @Test("Reading stops at the limit of items and closes the input")
    func limit() async throws {
        let path = try directory.write(String(repeating: Self.line, count: 20_000), to: "lines")
        let supplier = StreamSupplier(name: "a stream", maximumItems: 1000)
        let input = try descriptor(of: path)
        // Has the same offset.
        let offsets = fcntl(input, F_DUPFD_CLOEXEC, 0)
        try #require(offsets >= 0)
        defer { close(offsets) }
        await StandardInput.read(input, into: supplier, refreshing: DeliveringEngine(supplier))
        #expect(lseek(offsets, 0, SEEK_CUR) < 1 << 20)
        #expect(supplier.intake == .nothing)
    }
}

/// An engine that asks its supplier when somebody waits for it.
private final class DeliveringEngine: TrackFilling {
    private let supplier: StreamSupplier
    /// The numbers of items of the answers.
    let deliveries = Mutex<[Int]>([])

    init(_ supplier: StreamSupplier) { self.supplier = supplier }

    /// Asks the supplier, and returns the number of items of the answer.
    @discardableResult
    func deliver() async -> Int {
        do {
            let request = FetchRequest(origin: .newest, memory: nil, now: Timestamp(milliseconds: 1_800_000_000_000))
            let count = try await supplier.fetch(request).items.count
            deliveries.withLock { $0.append(count) }
            return count
        } catch {
            Issue.record(error)
            return 0
        }
    }

    func waitUntilIdle() async { await deliver() }

    func refresh(_ occasion: RefreshOccasion, of suppliers: Set<SupplierID>?, includingPaused: Bool) -> FillID {
        FillID(1)
    }

    func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID { FillID(1) }

    func retry(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID { FillID(1) }

    func canRetry(_ gap: GapID) async -> Bool { false }
    func cancel(_ fill: FillID) {}
    func withdraw(_ fill: FillID) {}
    var lateOutcome: FillOutcome { FillOutcome() }
}
