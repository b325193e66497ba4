import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import TestSupport
import Testing

@testable import Networking

@Suite("Secure connections", .timeLimit(.minutes(30)))
struct SecureTransportTests {
    private let authorities: String
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        authorities = directory.path + "/authorities.pem"
    }

    private func text(_ transport: HTTPTransport, _ url: String) async throws -> String {
        try await transport.send(TransportRequest(url, credentials: [.init("authorization", "Bearer x")])) {
            response throws(SupplierError) in
            String(decoding: try await response.body.collect(), as: UTF8.self)
        }
    }

    private func failure(_ transport: HTTPTransport, _ url: String) async -> SupplierError? {
        do {
            _ = try await text(transport, url)
            return nil
        } catch {
            return error as? SupplierError
        }
    }

    @Test("A host with a valid certificate is reached over one HTTP/2 connection")
    func good() async throws {
        let collector = RecordCollector()
        let zipped = Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.feed)
        try await withServer(
            ["/a": [.text("a")], "/z": [zipped]], certificate: .good, authorities: authorities, observer: collector
        ) { server, transport in
            let kept = KeptConnections()
            let plain = try await text(transport, server.url("/a"))
            let decompressed = try await text(transport, server.url("/z"))
            #expect(plain == "a" && decompressed.contains("<title>Zipped</title>"))
            #expect(collector.records.map(\.version) == ["HTTP/2.0", "HTTP/2.0"])
            #expect(collector.records.map(\.isReused) == [false, true] || kept.mayBeClosed)
            #expect(collector.records.map(\.wireBytes) == [1, GzipSamples.feed.count])
            #expect(collector.connections == 1 || kept.mayBeClosed)
            #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer x" })
            #expect(server.requests.allSatisfy { request in request.headers.keys.allSatisfy { !$0.contains("fiber") } })
        }
    }

    @Test(
        "A host with an invalid certificate is refused with a reason before anything is sent",
        arguments: [
            (TestCertificate.elsewhere, "belongs to another host"),
            (.expired, "expired on 2001-01-01"), (.selfSigned, "is self-signed"),
        ])
    func bad(certificate: TestCertificate, words: String) async throws {
        try await withServer(["/a": [.text("a")]], certificate: certificate, authorities: authorities) {
            server, transport in
            let error = try #require(await failure(transport, server.url("/a")))
            #expect(error.code == .unreachable)
            #expect(error.message.english.contains(words), "\(error)")
            #expect(error.message.english.contains("127.0.0.1:\(server.port)"))
            #expect(!error.description.contains("NIO") && !error.description.contains("ssl"), "\(error)")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("An unknown authority and an unreadable authority file are refused")
    func authority() async throws {
        try await withServer(["/a": [.text("a")]], certificate: .good) { server, transport in
            let message = try #require(await failure(transport, server.url("/a"))?.message.english)
            #expect(message.contains("is signed by “Fiber test authority”"), "\(message)")
            #expect(message.contains("SSL_CERT_FILE"))
            #expect(server.requests.isEmpty)
        }
        // A variable that is set but empty names no file.
        try await withServer(["/a": [.text("a")]], certificate: .good, authorities: "") { server, transport in
            let message = await failure(transport, server.url("/a"))?.message.english ?? ""
            #expect(message.contains("is signed by “Fiber test authority”"), "\(message)")
        }
        try directory.write("nothing", to: "broken.pem")
        for path in ["/no/such/file", directory.path + "/broken.pem"] {
            try await withServer(["/a": [.text("a")]], certificate: .good, authorities: path) { server, transport in
                let error = await failure(transport, server.url("/a"))
                #expect(error?.code == .unreachable)
                #expect(error?.message.english.contains("SSL_CERT_FILE") == true, "\(String(describing: error))")
            }
        }
    }

    @Test("A file of authorities that is too large for libcurl is refused")
    func largeFile() async throws {
        let comment = String(repeating: "#", count: 99) + "\n"
        let file = TestCertificate.authority + String(repeating: comment, count: 80_000)
        try directory.write(file, to: "large.pem")
        try await withServer(
            ["/a": [.text("a")]], certificate: .good, authorities: directory.path + "/large.pem"
        ) { server, transport in
            let error = await failure(transport, server.url("/a"))
            #expect(error?.message.code == "authoritiesTooLarge", "\(String(describing: error))")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A connection that breaks within a body delivers no part of it")
    func truncated() async throws {
        var cut = Scenario(headers: [("content-length", "1000")], body: Array("<rss>".utf8))
        cut.steps.append(.cut)
        var chunks = Scenario()
        chunks.steps = [.repeated(Array("<rss>".utf8), times: 3), .cut]
        var farewell = Scenario(headers: [("content-length", "1000")], body: Array("<rss>".utf8))
        farewell.steps.append(.hangUp)
        try await withServer(
            ["/cut": [cut], "/chunks": [chunks], "/farewell": [farewell]], certificate: .good,
            authorities: authorities
        ) { server, transport in
            for path in ["/cut", "/chunks", "/farewell"] {
                let error = try #require(await failure(transport, server.url(path)))
                #expect(error.code == .unreachable, "\(path): \(error)")
                #expect(error.message.english.contains("before the end of its answer"), "\(path): \(error)")
            }
        }
    }

    @Test("A long answer of many encrypted records arrives whole")
    func long() async throws {
        let block = Array(repeating: Array("<item>0123456789</item>\n".utf8), count: 3000).flatMap(\.self)
        var long = Scenario()
        long.steps = [.repeated(block, times: 40)]
        try await withServer(["/long": [long]], certificate: .good, authorities: authorities) { server, transport in
            let body = try await text(transport, server.url("/long"))
            #expect(body.utf8.elementsEqual(repeatElement(block, count: 40).joined()))
        }
    }

    @Test("A host that encrypts does not answer a request without TLS, and answers the next one with it")
    func unencrypted() async throws {
        try await withServer(["/a": [.text("a")]], certificate: .good, authorities: authorities) { server, transport in
            #expect(await failure(transport, "http://127.0.0.1:\(server.port)/a") != nil)
            #expect(server.requests.isEmpty)
            let answer = try await text(transport, server.url("/a"))
            #expect(answer == "a")
        }
    }

    @Test("A host that does not encrypt is reported")
    func plain() async throws {
        try await withServer(["/a": [.text("a")]]) { server, transport in
            let error = await failure(transport, "https://127.0.0.1:\(server.port)/a")
            #expect(error?.code == .unreachable)
            #expect(error?.message.english.contains("does not speak https") == true, "\(String(describing: error))")
        }
    }
}
