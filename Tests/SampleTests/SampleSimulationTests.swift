import EngineConcepts
import EngineTestSupport
import Suppliers
import Testing

@testable import Sample

@Suite("The sample over time")
struct SampleSimulationTests {
    private func supplier(_ name: String, time: StoppedTimeSource = StoppedTimeSource(sampleStart)) throws
        -> any Supplier
    {
        try #require(
            SampleTimeline.suppliers(now: sampleStart, time: time, seed: 7)
                .first { $0.name == name })
    }

    @Test("The live ticker has new items every few seconds, and old ones do not change")
    func liveArrivals() async throws {
        let ticker = try supplier("Alder Bay Live")
        var known: [SourceItem] = []
        for seconds in stride(from: 0, through: 90, by: 15) {
            let now = sampleStart.advanced(by: .seconds(seconds))
            let items = try await ticker.fetch(FetchRequest(origin: .newest, maximumItems: 20, now: now)).items
            let new = items.prefix { item in !known.contains { $0.id == item.id } }
            #expect(seconds == 0 || (1...4).contains(new.count), "after \(seconds) s: \(new.count)")
            #expect(items.dropFirst(new.count).elementsEqual(known.prefix(items.count - new.count)))
            known = items
        }
    }

    @Test("Within the first minutes most sources have new items")
    func arrivalsElsewhere() async throws {
        let later = sampleStart.advanced(by: .seconds(300))
        var lively = 0
        for supplier in answeringSample() {
            let request = FetchRequest(origin: .newest, now: later)
            let newest = try await supplier.fetch(request).items.first?.orderTime
            lively += newest.map { $0 > sampleStart } ?? false ? 1 : 0
        }
        #expect(lively >= 7)
    }

    @Test("The slow source takes twelve seconds for current requests and none for past ones")
    func slow() async throws {
        let time = StoppedTimeSource(sampleStart)
        let almanac = try supplier("Pit Lane Almanac", time: time)
        _ = try await almanac.fetch(FetchRequest(origin: .newest, now: sampleStart.advanced(by: .seconds(-20_000))))
        #expect(time.sleeps.isEmpty)
        let answer = try await almanac.fetch(FetchRequest(origin: .newest, now: sampleStart.advanced(by: .seconds(3))))
        #expect(time.sleeps == [.seconds(12)])
        #expect(!answer.items.isEmpty)
    }

    @Test("A cancelled request of the slow source says so")
    func cancelled() async throws {
        let almanac = try supplier("Pit Lane Almanac")
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await almanac.fetch(FetchRequest(origin: .newest, now: sampleStart.advanced(by: .seconds(1))))
        }
        await #expect { try await asking.value } throws: { ($0 as? SupplierError)?.code == .cancelled }
    }

    @Test("The broken source reports what happened and when to retry")
    func broken() async throws {
        let daily = try supplier("Paddock Daily")
        await #expect {
            try await daily.fetch(FetchRequest(origin: .newest, now: sampleStart))
        } throws: { error in
            guard let error = error as? SupplierError else { return false }
            return error.code == .refused && error.message.english.contains("503")
                && error.retryAt == sampleStart.advanced(by: .seconds(900))
        }
    }

    @Test("Every item keeps its raw source, which does not change")
    func raw() async throws {
        for supplier in answeringSample() {
            let early = try await supplier.fetch(FetchRequest(origin: .newest, now: sampleStart)).items
            let later = sampleStart.advanced(by: .seconds(5))
            let late = try await supplier.fetch(FetchRequest(origin: .newest, now: later)).items
            #expect(early.allSatisfy { $0.source.raw?.isEmpty == false }, "\(supplier.name)")
            for item in early {
                guard let same = late.first(where: { $0.id == item.id }) else { continue }
                #expect(same.source.raw == item.source.raw)
            }
        }
    }

    @Test("Cielo was down this morning and has recovered")
    func outage() async throws {
        let cielo = try supplier("Cielo")
        let morning = try #require(SampleTimeline.history.last)
        await #expect(throws: SupplierError.self) {
            try await cielo.fetch(FetchRequest(origin: .newest, now: sampleStart.advanced(by: .zero - morning)))
        }
        #expect(try await !cielo.fetch(FetchRequest(origin: .newest, now: sampleStart)).items.isEmpty)
    }

    @Test("The wire no longer has this morning's items")
    func agedOut() async throws {
        let wire = try supplier("The Short Wire")
        let morning = sampleStart.advanced(by: .seconds(-20_000))
        let then = try await wire.fetch(FetchRequest(origin: .newest, now: morning)).items
        let now = try await wire.fetch(FetchRequest(origin: .newest, now: sampleStart)).items
        #expect(then.count == 8 && now.count == 8)
        #expect(Set(then.map(\.id)).isDisjoint(with: now.map(\.id)))
    }

    @Test("Between two refreshes of the past and now, every busy source has more than one page")
    func roomForGaps() async throws {
        for name in ["Fedi Home", "Newest Stories"] {
            let supplier = try supplier(name)
            let lags = SampleTimeline.history + [.zero]
            for (earlier, later) in zip(lags, lags.dropFirst()) {
                let now = sampleStart.advanced(by: .zero - later)
                let answer = try await supplier.fetch(
                    FetchRequest(origin: .newest, bound: sampleStart.advanced(by: .zero - earlier), now: now))
                #expect(answer.end == .more, "\(name)")
            }
        }
    }

    @Test("Some posts arrive late, below what was there already")
    func lateArrivals() async throws {
        let cielo = try supplier("Cielo")
        var late = 0
        var newestSeen = sampleStart
        var known: Set<String> = []
        for seconds in stride(from: 0, through: 3000, by: 20) {
            let now = sampleStart.advanced(by: .seconds(seconds))
            let items = try await cielo.fetch(FetchRequest(origin: .newest, now: now)).items
            let new = items.filter { !known.contains($0.id) && ($0.orderTime ?? now) > sampleStart }
            late += new.count { ($0.orderTime ?? now) < newestSeen }
            known.formUnion(items.map(\.id))
            newestSeen = items.first?.orderTime ?? newestSeen
        }
        #expect(late > 0)
    }

    @Test("The sample's time source runs behind by its offset and catches up")
    func lag() {
        let time = SampleTimeSource(over: StoppedTimeSource(sampleStart))
        #expect(time.now() == sampleStart)
        time.setBack(by: .seconds(3600))
        #expect(time.now() == sampleStart.advanced(by: .seconds(-3600)))
        time.setBack(by: .zero)
        #expect(time.now() == sampleStart)
    }
}
