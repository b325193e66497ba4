import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("Fetching pictures")
struct PictureDownloaderTests {
    private let bytes: [UInt8] = [0xff, 0xd8, 0xff, 1, 2, 3]

    private func fetch(
        _ scenario: Scenario, maximumBytes: Int = 1_000_000,
        _ check: (ScenarioServer) async throws -> Void = { _ in }
    ) async throws -> Result<PictureDownloader.Answer, SupplierError> {
        try await withServer(["/p": [scenario]]) { server, transport in
            let downloader = PictureDownloader(
                transport: transport, maximumBytes: maximumBytes, time: ManualTimeSource())
            let result: Result<PictureDownloader.Answer, SupplierError>
            do throws(SupplierError) {
                result = .success(try await downloader.picture(at: server.url("/p")))
            } catch {
                result = .failure(error)
            }
            try await check(server)
            return result
        }
    }

    private func code(_ result: Result<PictureDownloader.Answer, SupplierError>) -> SupplierError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test("A picture is fetched whole, and the request carries nothing that identifies the user")
    func anonymousFetch() async throws {
        let result = try await fetch(Scenario(type: "image/jpeg", body: bytes)) { server in
            let request = try #require(server.requests.first)
            let names = Set(request.headers.keys.map { $0.lowercased() })
            #expect(
                names.isSubset(of: ["host", "accept", "accept-encoding", "user-agent", "content-length", "connection"]))
        }
        let answer = try result.get()
        #expect(answer.bytes == bytes && answer.mayBeKept)
    }

    @Test("A picture whose server forbids caching is marked")
    func uncacheable() async throws {
        let result = try await fetch(Scenario(headers: [("cache-control", "private, No-Store")], body: bytes))
        #expect(try result.get().mayBeKept == false)
    }

    @Test("A picture that is too large is not read, whether its size is declared or not")
    func tooLarge() async throws {
        let declared = try await fetch(Scenario(body: Array(repeating: 0, count: 2_000_001)), maximumBytes: 2_000_000)
        #expect(code(declared) == .limitExceeded)
        var endless = Scenario()
        endless.steps = [.repeated(Array(repeating: 0, count: 65_536), times: nil)]
        #expect(code(try await fetch(endless, maximumBytes: 200_000)) == .limitExceeded)
    }

    @Test("Cancelling the task before the picture arrives ends the request")
    func cancellation() async throws {
        try await withServer(["/p": [.held(by: "never", then: Scenario(body: bytes))]]) { server, transport in
            let downloader = PictureDownloader(transport: transport, maximumBytes: 1_000_000, time: ManualTimeSource())
            let asking = Task { () -> SupplierError.Code? in
                do throws(SupplierError) {
                    _ = try await downloader.picture(at: server.url("/p"))
                    return nil
                } catch {
                    return error.code
                }
            }
            await server.waitForRequests(1)
            asking.cancel()
            #expect(await asking.value == .cancelled)
        }
    }

    @Test("A file that is no picture, a missing file and a failed connection are different errors")
    func errors() async throws {
        #expect(code(try await fetch(.text("gone", status: 404))) == .refused)
        #expect(code(try await fetch(.text("no", status: 403))) == .notAuthorised)
        #expect(code(try await fetch(.hangUp)) == .unreachable)
        #expect(code(try await fetch(.redirect(to: "file:///etc/passwd"))) == .refused)
    }
}
