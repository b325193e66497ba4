import EngineConcepts
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import Application

@Suite("Errors of operations on files")
struct FileErrorTests {
    @Test("A directory that cannot be made is named in plain words")
    func directory() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("", to: "file") + "/inside"
        let error = try #require(throws: (any Error).self) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let text = Message(error).english
        #expect(text.contains(" cannot be read or written. Check the permissions"), "\(text)")
        #expect(text.hasPrefix(directory.path) && !text.contains("Cocoa"), "\(text)")
    }
}
