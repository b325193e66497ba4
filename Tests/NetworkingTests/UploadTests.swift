import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Synchronization
import Testing

@testable import Networking

@Suite("Sending files")
struct UploadTests {
    /// Sends a body of this size, and returns every progress that was reported.
    private func progress(of size: Int) async throws -> [UploadMeter.Progress?] {
        let server = try await ScenarioServer(["/": [Scenario()]])
        let found = Mutex<[UploadMeter.Progress?]>([])
        let transport = HTTPTransport(
            userAgent: "Fiber/0", time: ManualTimeSource(), limits: TransportLimits.standard.onBusyMachine,
            uploads: UploadMeter { progress in found.withLock { $0.append(progress) } })
        let body = TransportRequest.Body(type: "text/plain", bytes: [UInt8](repeating: 0x78, count: size))
        try await transport.send(TransportRequest(.post, server.url("/"), body: body)) { response in
            #expect(response.status == 200)
        }
        await transport.shutdown()
        try await server.stop()
        return found.withLock(\.self)
    }

    @Test("The progress of a large file begins with nothing, grows to all of it, and ends")
    func large() async throws {
        let size = 5_000_000
        let progress = try await progress(of: size)
        #expect(progress.first == UploadMeter.Progress(sent: 0, total: size))
        #expect(progress.last == .some(nil))
        let sent = progress.compactMap { $0?.sent }
        #expect(sent == sent.sorted() && sent.contains { $0 > 0 })
        #expect(progress.dropLast().allSatisfy { $0?.total == size })
    }

    @Test("A small body has no progress")
    func small() async throws {
        #expect(try await progress(of: 1000).isEmpty)
    }
}
