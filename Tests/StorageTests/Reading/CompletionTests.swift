import EngineConcepts
import Storage
import Testing

@Suite("Completions from stored posts")
struct CompletionTests {
    private func store() async throws -> TrackDatabase {
        let store = try TrackDatabase()
        func body(_ handle: String, _ tags: [String]) -> TicketBody {
            TicketBody(text: .plain("Box."), author: Author(id: handle, name: "A", handle: handle), tags: tags)
        }
        let bodies = [
            body("@bob@pit.example", ["BahrainGP", "boxes"]), body("@Bobby@kerb.example", ["bahraingp"]),
            body("@ann_b@kerb.example", ["BahrainGP"]), body("@annab@kerb.example", ["a%b"]),
        ]
        let entries = bodies.enumerated()
            .map { index, body in
                TrackCommit.Entry(
                    ticket: Ticket(
                        key: Samples.key(index, item: "\(index)"), shownTime: Samples.time(index), body: body),
                    fingerprint: UInt64(index), isLate: false)
            }
        _ = try await store.commit(Samples.commit(entries))
        return store
    }

    @Test("People are found by the beginning of their handle, ignoring case, the last one first")
    func handles() async throws {
        let store = try await store()
        #expect(try await store.handles(beginningWith: "@bo", limit: 8) == ["@Bobby@kerb.example", "@bob@pit.example"])
        #expect(try await store.handles(beginningWith: "@bo", limit: 1) == ["@Bobby@kerb.example"])
        #expect(try await store.handles(beginningWith: "@ann_", limit: 8) == ["@ann_b@kerb.example"])
        #expect(try await store.handles(beginningWith: "%", limit: 8).isEmpty)
    }

    @Test("Hashtags are found by their beginning, ignoring case, the most frequent one first")
    func tags() async throws {
        let store = try await store()
        #expect(try await store.tags(beginningWith: "b", limit: 8).map { $0.lowercased() } == ["bahraingp", "boxes"])
        #expect(try await store.tags(beginningWith: "a%", limit: 8) == ["a%b"])
        #expect(try await store.tags(beginningWith: "ox", limit: 8).isEmpty)
    }
}
