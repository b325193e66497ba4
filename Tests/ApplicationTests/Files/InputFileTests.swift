import EngineConcepts
import Foundation
import Localization
import TestSupport
import Testing

@testable import Application

@Suite("Reading files given to commands")
struct InputFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func failure(of file: String, upTo limit: Int = 10) -> CommandFailure? {
        #expect(throws: CommandFailure.self) {
            _ = try InputFile.read(file, upTo: limit, otherwise: "listTooLarge")
        }
    }

    @Test("A file is read up to the limit, and a larger one is refused by its name and the limit")
    func limit() throws {
        let path = try directory.write("0123456789", to: "list")
        #expect(try InputFile.read(path, upTo: 10, otherwise: "listTooLarge") == Array("0123456789".utf8))
        let message = failure(of: path, upTo: 9)?.message
        #expect(message == Message("listTooLarge", ["file": .text(path), "limit": .bytes(9)]))
    }

    @Test("A directory and a missing file are called what they are")
    func wrongFiles() {
        #expect(failure(of: directory.path)?.message.key == "fileIsDirectory")
        #expect(failure(of: directory.path + "/none")?.message.key == "fileNotFound")
    }

    @Test("Messages call standard input by its name")
    func standardInput() {
        let empty = Message("documentEmpty", ["subject": InputFile.subject("-")])
        #expect(Localizer.english(empty) == "What came on standard input is empty.")
        #expect(InputFile.subject("a.xml") == .text("a.xml"))
    }
}
