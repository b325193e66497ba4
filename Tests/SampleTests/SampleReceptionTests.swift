import EngineConcepts
import EngineStandard
import EngineTestSupport
import Suppliers
import Testing

@Suite("Actions at the sample's sources")
struct SampleReceptionTests {
    private let key = ActionID("1")

    private func perform(
        _ action: TicketAction, at supplier: SupplierID, after seconds: Int = 0, item: String? = nil
    ) async throws -> ActionOutcome {
        let supplier = try #require(sample().first { $0.id == supplier })
        let now = sampleStart.advanced(by: .seconds(seconds))
        let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: sampleStart))
        var newest = try #require(answer.items.first)
        if let item { newest.id = item }
        let ticket = Ticket(newest, of: supplier.id, seen: sampleStart)
        return await supplier.perform(ActionRequest(id: key, action: action, now: now), on: ticket)
    }

    @Test("One sample source accepts actions, one refuses, one fails now and then, and most support none")
    func manners() async throws {
        #expect(try await perform(.boost, at: "sample:fedi") == .done(nil))
        #expect(try await perform(.like, at: "sample:cielo") == .done(nil))
        guard case .refused(let error) = try await perform(.like, at: "sample:newest") else {
            Issue.record("Newest Stories takes likes")
            return
        }
        #expect(error.code == .notAuthorised)
        guard case .uncertain = try await perform(.like, at: "sample:shellfish") else {
            Issue.record("Shellfish answers")
            return
        }
        #expect(try await perform(.like, at: "sample:shellfish", after: 31) == .done(nil))
        #expect(sample().filter { $0.traits.actions.isEmpty }.count == sample().count - 4)
    }

    @Test("An action at a missing item is refused", arguments: ["no such item", "999999999"])
    func unknown(item: String) async throws {
        guard case .refused(let error) = try await perform(.like, at: "sample:fedi", item: item) else {
            Issue.record("it was liked")
            return
        }
        #expect(error.code == .gone)
    }
}
