import ScenarioServer
import Testing

@testable import Networking

@Suite("The server of the tests", .timeLimit(.minutes(30)))
struct ScenarioServerTests {
    private func request(_ address: String) -> CurlRequest {
        CurlRequest(address: address, connect: .seconds(1000), firstByte: .seconds(1000), idle: .seconds(1000))
    }

    @Test("A body without end that is read without pause leaves no other connection unanswered")
    func endless() async throws {
        var endless = Scenario()
        endless.steps = [.repeated(Array(repeating: 0x20, count: 8), times: nil)]
        try await ScenarioServer.running(["/endless": [endless], "/0": [.text("here")]]) { server in
            let loop = CurlLoop(connections: 64)
            let transfer = CurlTransfer(request(server.url("/endless")), on: loop)
            _ = try await transfer.head()
            let reading = Task {
                while try await transfer.bytes() != nil {}
            }
            // More connections than the server has threads: some share the thread of the endless one.
            let addresses = Array(repeating: server.url("/0"), count: 48)
            let others = addresses.map { CurlTransfer(request($0), on: loop) }
            for other in others {
                _ = try await other.head()
                while try await other.bytes() != nil {}
            }
            reading.cancel()
            _ = await reading.result
            await loop.shutdown()
        }
    }
}
