import EngineConcepts
import EngineTestSupport
import Foundation
import Imaging
import TestSupport
import Testing

@Suite("Pictures on disk")
struct PictureFileCacheTests {
    private let directory: TemporaryDirectory
    private let time = ManualTimeSource()

    init() throws { directory = try TemporaryDirectory() }

    private func files(maximumBytes: Int) -> PictureFileCache {
        PictureFileCache(directory: directory.path, maximumBytes: maximumBytes, lifetime: .seconds(3600), time: time)
    }

    private var byteCount: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .map { FileManager.default.contents(atPath: directory.path + "/" + $0)?.count ?? 0 }.reduce(0, +)
        }
    }

    @Test("The directory never grows beyond its limit, and the pictures fetched last stay")
    func limit() async throws {
        let files = files(maximumBytes: 10_000)
        for number in 0..<40 {
            time.set(time.now().advanced(by: .seconds(1)))
            try await files.save(Array(repeating: 7, count: 1000), of: "http://a/\(number)")
            #expect(try byteCount <= 10_000)
        }
        #expect(await files.bytes(at: "http://a/39")?.count == 1000)
        #expect(await files.bytes(at: "http://a/0") == nil)
    }

    @Test("Files of another process in the same directory count towards the limit")
    func otherProcess() async throws {
        let (first, second) = (files(maximumBytes: 10_000), files(maximumBytes: 10_000))
        for number in 0..<30 {
            try await first.save(Array(repeating: 7, count: 1000), of: "http://a/\(number)")
            try await second.save(Array(repeating: 7, count: 1000), of: "http://b/\(number)")
        }
        // Each cache may miss the other's writes since its last listing.
        #expect(try byteCount <= 20_000)
    }

    @Test("A file whose address differs is another picture")
    func otherAddress() async throws {
        let files = files(maximumBytes: 10_000)
        try await files.save([1, 2, 3], of: "http://a/1")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory.path).first)
        try Data("http://b/2\nother".utf8).write(to: URL(fileURLWithPath: directory.path + "/" + name))
        #expect(await files.bytes(at: "http://a/1") == nil)
    }

    @Test("Only the user can read the files")
    func permissions() async throws {
        try await files(maximumBytes: 10_000).save([1, 2, 3], of: "http://a/1")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory.path).first)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("With a limit of 0 bytes nothing is kept")
    func noLimit() async throws {
        let files = files(maximumBytes: 0)
        try await files.save([1, 2, 3], of: "http://a/1")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(await files.bytes(at: "http://a/1") == nil)
    }
}
