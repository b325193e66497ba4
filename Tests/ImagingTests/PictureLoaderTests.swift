import EngineConcepts
import EngineTestSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import Imaging

@Suite("Loading pictures")
struct PictureLoaderTests {
    private let source = HeldSource()
    private let time = ManualTimeSource()
    private let reports = Reports()
    private let directory: TemporaryDirectory

    private final class Reports: Sendable {
        let list = Mutex<[PictureError]>([])
    }

    init() throws { directory = try TemporaryDirectory() }

    private func loader(memory: Int = 1 << 20, disk: Int = 1 << 20, directory: String? = nil) -> PictureLoader {
        PictureLoader(
            source: source,
            files: PictureFileCache(
                directory: directory ?? self.directory.path + "/pictures", maximumBytes: disk, lifetime: .seconds(3600),
                time: time),
            decoder: PictureDecoder(), memory: memory, time: time
        ) { [reports] error in reports.list.withLock { $0.append(error) } }
    }

    private let good = Result<FetchedPicture, PictureError>.success(FetchedPicture(bytes: PictureFixtures.jpeg))

    private func code(_ result: Result<Pixels, PictureError>) -> PictureError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    private func want(
        _ address: String, _ priority: PictureLoader.Priority = .visible, again: Bool = false,
        from loader: PictureLoader
    )
        -> Task<Result<Pixels, PictureError>, Never>
    {
        Task {
            do throws(PictureError) {
                return .success(try await loader.pixels(at: address, priority: priority, again: again))
            } catch {
                return .failure(error)
            }
        }
    }

    @Test("Two requests for one picture cost one fetch, and later ones are answered from memory")
    func sharedFetch() async throws {
        let loader = loader()
        let first = want("a", from: loader)
        await source.wait(requests: 1)
        let second = want("a", from: loader)
        await source.answer("a", good)
        let pixels = try await first.value.get()
        #expect(pixels.width == 32)
        #expect(try await second.value.get() == pixels)
        #expect(try await loader.pixels(at: "a", priority: .visible) == pixels)
        #expect(await source.requests == ["a"])
    }

    @Test("A fetch that nobody waits for is cancelled and can be repeated")
    func cancellation() async throws {
        let loader = loader()
        let first = want("a", from: loader)
        await source.wait(requests: 1)
        first.cancel()
        #expect(code(await first.value) == .cancelled)
        await source.wait(requests: 1, cancellations: 1)
        let again = want("a", from: loader)
        await source.wait(requests: 2)
        await source.answer("a", good)
        #expect(try await again.value.get().height == 16)
    }

    @Test("A cancelled request does not cancel the fetch for others")
    func cancellationOfOne() async throws {
        let loader = loader()
        let stays = want("a", from: loader)
        await source.wait(requests: 1)
        let leaves = want("a", from: loader)
        leaves.cancel()
        #expect(code(await leaves.value) == .cancelled)
        await source.answer("a", good)
        #expect(try await stays.value.get().width == 32)
        #expect(await source.cancellations.isEmpty)
    }

    @Test("Prefetches wait while a visible picture waits")
    func priority() async throws {
        let loader = loader()
        // Four visible loads run at once; the fifth is queued.
        var seen = [want("s0", from: loader)]
        await source.wait(requests: 1)
        for number in 1...3 {
            seen.append(want("s\(number)", from: loader))
            await source.wait(requests: number + 1)
        }
        let last = want("s4", from: loader)
        let ahead = want("ahead", .prefetch, from: loader)
        let more = want("s5", from: loader)
        while await loader.queuedCount < 3 { await Task.yield() }
        await source.answer("s0", good)
        _ = await seen[0].value
        await source.wait(requests: 5)
        #expect(await !source.requests.contains("ahead"))
        for number in 1...3 { await source.answer("s\(number)", good) }
        await source.wait(requests: 7)
        #expect(await Set(source.requests.suffix(3)) == ["s4", "s5", "ahead"])
        for address in ["s4", "s5", "ahead"] { await source.answer(address, good) }
        for task in [last, ahead, more] { #expect(try await task.value.get().width == 32) }
    }

    @Test("A picture is drawn for each size and fetched once for all")
    func sizes() async throws {
        let loader = loader()
        let renderer = PictureRenderer(depth: .truecolor, usesASCII: true)
        let large = Task {
            try await loader.picture(
                at: "a", priority: .visible, by: renderer, fitting: Size(width: 40, height: 40), enlarges: true)
        }
        await source.wait(requests: 1)
        await source.answer("a", good)
        #expect(try await large.value.size == Size(width: 40, height: 10))
        let small = try await loader.picture(
            at: "a", priority: .prefetch, by: renderer, fitting: Size(width: 40, height: 40), enlarges: false)
        #expect(small.size == Size(width: 4, height: 1))
        #expect(await source.requests.count == 1)
    }

    @Test("A failure is reported, cached for a while, and retried on request")
    func failure() async throws {
        let loader = loader()
        let failing = want("a", from: loader)
        await source.wait(requests: 1)
        await source.answer("a", .failure(PictureError(.unreachable, "host does not answer.")))
        #expect(code(await failing.value) == .unreachable)
        #expect(code(await want("a", from: loader).value) == .unreachable)
        #expect(await source.requests == ["a"])
        let again = want("a", again: true, from: loader)
        await source.wait(requests: 2)
        await source.answer("a", .failure(PictureError(.unreachable, "host does not answer.")))
        #expect(code(await again.value) == .unreachable)
        time.set(time.now().advanced(by: .seconds(301)))
        let later = want("a", from: loader)
        await source.wait(requests: 3)
        await source.answer("a", good)
        #expect(try await later.value.get().width == 32)
    }

    @Test("A fetched picture is on disk at the next start until it is too old")
    func disk() async throws {
        let first = want("http://a/p.jpg", from: loader())
        await source.wait(requests: 1)
        await source.answer("http://a/p.jpg", good)
        _ = try await first.value.get()
        #expect(try await loader().pixels(at: "http://a/p.jpg", priority: .visible).width == 32)
        #expect(await source.requests.count == 1)
        time.set(time.now().advanced(by: .seconds(3601)))
        let old = want("http://a/p.jpg", from: loader())
        await source.wait(requests: 2)
        await source.answer("http://a/p.jpg", good)
        #expect(try await old.value.get().width == 32)
    }

    @Test("A picture whose server forbids caching is not written to disk, nor is a file that is no picture")
    func notOnDisk() async throws {
        let kept = want("a", from: loader())
        await source.wait(requests: 1)
        await source.answer("a", .success(FetchedPicture(bytes: PictureFixtures.jpeg, isCacheable: false)))
        _ = try await kept.value.get()
        let page = want("b", from: loader())
        await source.wait(requests: 2)
        await source.answer("b", .success(FetchedPicture(bytes: Array("<html>".utf8))))
        #expect(code(await page.value) == .unknownFormat)
        let again = [want("a", from: loader()), want("b", from: loader())]
        await source.wait(requests: 4)
        for address in ["a", "b"] { await source.answer(address, good) }
        for task in again { #expect(try await task.value.get().width == 32) }
    }

    @Test("Memory keeps the pictures that fit and drops the least recently used first")
    func memory() async throws {
        let one = 32 * 16 * 4
        let loader = loader(memory: 2 * one, disk: 0)
        for (index, address) in ["a", "b", "a", "c"].enumerated() {
            let task = want(address, from: loader)
            if index != 2 {
                await source.wait(requests: min(index + 1, 3))
                await source.answer(address, good)
            }
            _ = try await task.value.get()
        }
        #expect(await loader.memoryUse == 2 * one)
        #expect(try await loader.pixels(at: "a", priority: .visible).width == 32)
        let forgotten = want("b", from: loader)
        await source.wait(requests: 4)
        await source.answer("b", good)
        _ = try await forgotten.value.get()
    }

    @Test("Pictures load although the cache directory cannot be written, and the failure is reported once")
    func unwritableDirectory()
        async throws
    {
        let loader = loader(directory: "/dev/null/pictures")
        for (index, address) in ["a", "b"].enumerated() {
            let task = want(address, from: loader)
            await source.wait(requests: index + 1)
            await source.answer(address, good)
            #expect(try await task.value.get().width == 32)
        }
        #expect(reports.list.withLock { $0.map(\.code) } == [.unwritable])
    }
}
