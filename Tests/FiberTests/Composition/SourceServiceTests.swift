import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import TestSupport
import Testing

@testable import fiber

@Suite("The sources of a running engine")
struct SourceServiceTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
    }

    private func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("Reading an unchanged library again changes nothing, also if a source is paused because of crashes")
    func unchanged() async throws {
        let directories = Directories(environment: [:], home: home.path)
        try write("[[source]]\nid = \"file:lines\"\nurl = \"file:/lines.jsonl\"\n", to: directories.libraryFile)
        // Two crashes while the source was read.
        try write("2 file:lines\n", to: directories.storeFile + ".suspects")
        try await AppContext.running(in: home) { context in
            #expect(context.fetchGuard.isPaused("file:lines"))
            let hasChanged = try await context.sources.reread()
            #expect(!hasChanged)
        }
    }
}
