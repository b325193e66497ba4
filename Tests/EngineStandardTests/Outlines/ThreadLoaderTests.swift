import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("The engine of a thread")
struct ThreadLoaderTests {
    /// A supplier with a thread.
    private struct Talk: Supplier, ThreadReading, ProfileReading {
        let inner: ScriptedSupplier
        let parts: @Sendable (OutlineGap?) throws(SupplierError) -> OutlinePart

        var id: SupplierID { inner.id }
        var name: String { inner.name }
        var kind: SupplierKind { inner.kind }
        var traits: SupplierTraits { inner.traits }
        var presenter: any Presenter { inner.presenter }

        func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
            try await inner.fetch(request)
        }

        func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
            .done(nil)
        }

        func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
            try parts(request.gap)
        }

        func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
            try parts(request.gap)
        }
    }

    private let time = ManualTimeSource()
    private let store = MemoryTrackStore()

    private func item(_ id: String, to parent: String? = nil, likes: Int = 0) -> SourceItem {
        SourceItem(
            id: id, orderTime: time.now().advanced(by: .seconds(-100)),
            body: TicketBody(
                text: .plain("Post \(id)."), uri: "https://e.example/\(id)", counts: Counts(likes: likes),
                replyTo: parent))
    }

    /// Returns an engine whose Track has post `1`, and the supplier of its thread.
    private func engine(
        _ parts: @escaping @Sendable (OutlineGap?) throws(SupplierError) -> OutlinePart
    ) async throws -> (StandardEngine, Talk, Ticket) {
        let actions = Dictionary(uniqueKeysWithValues: TicketAction.Kind.allCases.map { ($0, ActionRepetition.safe) })
        let source = ScriptedSource([.init(id: "1", time: time.now().advanced(by: .seconds(-100)))])
        let supplier = Talk(
            inner: ScriptedSupplier("home", source, traits: SupplierTraits(actions: actions), time: time), parts: parts)
        let controlUnit = ModularControlUnit([supplier], time: ManualTimeSource())
        let engine = StandardEngine(controlUnit: controlUnit, store: store, time: time)
        engine.refresh()
        await engine.waitUntilIdle()
        let ticket = try #require(try await store.entry(TicketID(supplier: "home", item: "1"))?.ticket)
        return (engine, supplier, ticket)
    }

    private func id(_ item: String) -> TicketID { TicketID(supplier: "home", item: item) }

    @Test("A thread's posts are stored beside the Track, which stays as it was, and can be marked and acted on")
    func beside() async throws {
        let part = OutlinePart(items: [item("1", likes: 5), item("2", to: "1"), item("3", to: "2")])
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in part }
        let version = try await store.record().visibleRanges
        let loader = ThreadLoader(around: ticket, from: supplier, storingIn: engine, time: time)
        let outline = try await loader.load()
        #expect(outline.focus == "1" && outline.count == 3)
        #expect(try await store.counts(in: .all).total == 1)
        #expect(try await store.record().visibleRanges == version)
        #expect(try await store.knownItems(["2"], of: "home").isEmpty)
        // The post in the Track got its new counts.
        #expect(try await store.entry(id("1"))?.ticket.body.counts.likes == 5)
        _ = try await store.mark([id("3")], MarkChange(starred: true))
        engine.perform(.like, on: id("2"))
        await engine.waitUntilIdle()
        #expect(try await store.entry(id("2"))?.ticket.body.reactions == [.like])
        #expect(try await store.entry(id("3"))?.marks.isStarred == true)
        // Loaded again, marks are kept.
        _ = try await ThreadLoader(around: ticket, from: supplier, storingIn: engine, time: time).load()
        #expect(try await store.entry(id("3"))?.marks.isStarred == true)
    }

    /// A watch that records what is read, and refuses everything once told to.
    private final class RecordingWatch: FetchWatch {
        private let state = Mutex((calls: [String](), refuses: false))

        var calls: [String] { state.withLock(\.calls) }

        func refuse() { state.withLock { $0.refuses = true } }

        func beginFetch(of supplier: SupplierID, _ part: WatchedPart) async throws(SupplierError) {
            if let refusal = refusal(of: part, of: supplier) { throw refusal }
            state.withLock { $0.calls.append("begin \(supplier) \(part)") }
        }

        func endFetch(of supplier: SupplierID, _ part: WatchedPart) {
            state.withLock { $0.calls.append("end \(supplier) \(part)") }
        }

        func beginEvent(of supplier: SupplierID) {}
        func endEvent(of supplier: SupplierID) {}

        func refusal(of part: WatchedPart, of supplier: SupplierID) -> SupplierError? {
            state.withLock(\.refuses) ? SupplierError(.refused, "It crashed.") : nil
        }
    }

    @Test("A thread is requested while its source is watched for crashes, and not if it is refused")
    func watched() async throws {
        let watch = RecordingWatch()
        let part = OutlinePart(items: [item("1"), item("2", to: "1")])
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in
            #expect(watch.calls == ["begin home posts"])
            return part
        }
        let loader = ThreadLoader(
            around: ticket, from: supplier, storingIn: engine, time: time, watchedBy: watch)
        _ = try await loader.load()
        #expect(watch.calls == ["begin home posts", "end home posts"])
        watch.refuse()
        let error = await #expect(throws: SupplierError.self) { try await loader.load() }
        #expect(error?.code == .refused)
    }

    @Test("A post beside the Track enters it with its marks when the stream delivers it")
    func enters() async throws {
        let part = OutlinePart(items: [item("1"), item("2", to: "1")])
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in part }
        _ = try await ThreadLoader(around: ticket, from: supplier, storingIn: engine, time: time).load()
        _ = try await store.mark([id("2")], MarkChange(read: true))
        supplier.inner.source.add([.init(id: "2", time: time.now().advanced(by: .seconds(-50)))])
        engine.refresh()
        await engine.waitUntilIdle()
        #expect(try await store.counts(in: .all).total == 2)
        #expect(try await store.entry(id("2"))?.marks.isRead == true)
        #expect(try await store.knownItemsBesideTrack(["2"], of: "home").isEmpty)
    }

    @Test("A gap is filled, a reply that was just written is added, and a deleted post leaves")
    func gaps() async throws {
        let gap = OutlineGap(.replies(to: "1"), count: 1)
        let (first, rest) = (OutlinePart(items: [item("1")], gaps: [gap]), OutlinePart(items: [item("2", to: "1")]))
        let (engine, supplier, ticket) = try await engine { (asked) throws(SupplierError) in asked == nil ? first : rest
        }
        let loader = ThreadLoader(around: ticket, from: supplier, storingIn: engine, time: time)
        #expect(try await loader.load().rows().last?.content == .gap(gap))
        #expect(try await loader.fill(gap).count == 2)
        #expect(try await loader.add(item("4", to: "2")).count == 3)
        #expect(try await loader.add(item("9", to: "elsewhere")).count == 3)
        #expect(await loader.remove(id("4")).count == 2)
    }

    @Test("A person's posts are newest first, and older ones follow through the gap")
    func profile() async throws {
        let older = SourceItem(id: "0", orderTime: time.now().advanced(by: .seconds(-900)), body: TicketBody())
        let gap = OutlineGap(.below("1"), token: Token("1"))
        let (first, rest) = (OutlinePart(items: [item("1")], gaps: [gap]), OutlinePart(items: [older]))
        let (engine, supplier, ticket) = try await engine { (asked) throws(SupplierError) in asked == nil ? first : rest
        }
        let author = Author(id: "ann", name: "Ann")
        let loader = ProfileLoader(
            of: [ProfileSource(supplier: ticket.supplier, name: "Home", author: author, reader: supplier)],
            storingIn: engine, time: time)
        #expect(try await loader.load().rows().last?.content == .gap(gap))
        #expect(try await loader.fill(gap).posts.map(\.item.id) == ["1", "0"])
        #expect(try await loader.load().posts.map(\.item.id) == ["1", "0"], "What was loaded below stays.")
    }

    @Test("Pages without a post are followed by the next ones, eight in one request, and the rest is a gap")
    func pagesWithoutPosts() async throws {
        let last = OutlinePart(items: [item("1")])
        let requests = Mutex(0)
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in
            let number = requests.withLock { count in
                count += 1
                return count
            }
            return number == 11 ? last : OutlinePart(gaps: [OutlineGap(.below("\(number)"), token: Token("\(number)"))])
        }
        let loader = ProfileLoader(
            of: [
                ProfileSource(
                    supplier: ticket.supplier, name: "Home", author: Author(id: "ann", name: "Ann"), reader: supplier)
            ], storingIn: engine, time: time)
        let first = try #require(try await loader.load().list)
        #expect(requests.withLock { $0 } == 8 && first.items.isEmpty && first.extent == .nothing)
        let gap = try #require(first.missing.first?.gap)
        #expect(gap.token == Token("8"))
        let filled = try #require(try await loader.fill(gap).list)
        #expect(requests.withLock { $0 } == 11 && filled.items.map(\.id) == ["1"] && filled.missing.isEmpty)
    }

    @Test("A person's posts come from several sources; one that fails has its reason, and answers later")
    func severalSources() async throws {
        let part = OutlinePart(items: [item("1")])
        let isFailing = Mutex(true)
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in part }
        let other = Talk(inner: ScriptedSupplier("other", ScriptedSource([]), time: time)) {
            (_) throws(SupplierError) in
            if isFailing.withLock({ $0 }) { throw SupplierError(.unreachable, "no connection") }
            return OutlinePart(items: [SourceItem(id: "9", orderTime: Timestamp(seconds: 1), body: TicketBody())])
        }
        let author = Author(id: "ann", name: "Ann")
        let loader = ProfileLoader(
            of: [
                ProfileSource(supplier: ticket.supplier, name: "Home", author: author, reader: supplier),
                ProfileSource(supplier: ticket.supplier, name: "Other", author: author, reader: other),
            ], storingIn: engine, time: time)
        let first = try #require(try await loader.load().list)
        #expect(first.items.map(\.id) == ["1"] && first.failures[1] != nil)
        #expect(first.profiles.keys.sorted() == [0, 1])
        isFailing.withLock { $0 = false }
        let gap = try #require(first.missing.first?.gap)
        let filled = try #require(try await loader.fill(gap).list)
        #expect(filled.items.map(\.id) == ["1", "9"] && filled.failures.isEmpty && filled.missing.isEmpty)
    }

    @Test("A source that is not followed is asked only when its gap is filled, and from then on with the others")
    func offered() async throws {
        let part = OutlinePart(items: [item("1")])
        let requests = Mutex(0)
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in part }
        let other = Talk(inner: ScriptedSupplier("other", ScriptedSource([]), time: time)) {
            (_) throws(SupplierError) in
            requests.withLock { $0 += 1 }
            return OutlinePart(items: [SourceItem(id: "9", orderTime: Timestamp(seconds: 1), body: TicketBody())])
        }
        let author = Author(id: "ann", name: "Ann")
        let loader = ProfileLoader(
            of: [
                ProfileSource(supplier: ticket.supplier, name: "Home", author: author, reader: supplier),
                ProfileSource(offering: other, at: "bluesky:public/user:ann", name: "@ann", author: author),
            ], storingIn: engine, time: time)
        #expect(loader.sources.map(\.offer?.address) == [nil, "bluesky:public/user:ann"])
        #expect(loader.presenters.keys.map(\.rawValue) == ["other"])
        let first = try #require(try await loader.load().list)
        #expect(first.items.map(\.id) == ["1"] && requests.withLock { $0 } == 0)
        let gap = try #require(first.missing.first?.gap)
        let filled = try #require(try await loader.fill(gap).list)
        #expect(filled.items.map(\.id) == ["1", "9"] && filled.missing.isEmpty && filled.profiles[1] != nil)
        _ = try await loader.load()
        #expect(requests.withLock { $0 } == 2)
    }

    @Test(
        "An author whom a profile names is proposed if that profile links back, and only then",
        arguments: [true, false])
    func proofs(linksBack: Bool) async throws {
        let part = OutlinePart(items: [item("1")])
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in part }
        let author = Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
        let reader = Named(inner: supplier, link: "https://bsky.app/profile/ann.bsky.social")
        let loader = ProfileLoader(
            of: [ProfileSource(supplier: ticket.supplier, name: "Home", author: author, reader: reader)],
            storingIn: engine, time: time
        ) { text in
            AuthorProfile(
                Author(id: "did:plc:ann", name: "ann", handle: text), about: linksBack ? "@ann@pit.example" : nil)
        }
        #expect(try await loader.load().list?.proposals == (linksBack ? ["@ann.bsky.social"] : []))
    }

    /// A source whose profiles have one link.
    private struct Named: ProfileReading {
        let inner: Talk
        let link: String

        func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
            try await inner.posts(by: author, request)
        }

        func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
            AuthorProfile(author, links: [AuthorProfile.Link(name: "", address: link)])
        }
    }

    @Test("A thread that cannot be loaded throws the error of its source")
    func failure() async throws {
        let (engine, supplier, ticket) = try await engine { (_) throws(SupplierError) in
            throw SupplierError(.unreachable, "no connection")
        }
        let loader = ThreadLoader(around: ticket, from: supplier, storingIn: engine, time: time)
        await #expect(throws: SupplierError.self) { try await loader.load() }
    }
}
