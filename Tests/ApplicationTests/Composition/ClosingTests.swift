import EngineConcepts
import EngineTestSupport
import Localization
import Storage
import Testing

@testable import Application

@Suite("The end of a command")
struct ClosingTests {
    @Test("On a full disk, a command that did its work warns that only the log could not be emptied")
    func fullDisk() throws {
        let error = StorageError(.full, path: "/s/fiber.sqlite")
        let warning = try #require(AppContext.message(onClosing: error, after: nil))
        #expect(Localizer.english(warning).hasPrefix("warning: The disk is full. What was done is saved"))
        #expect(AppContext.message(onClosing: error, after: error.message) == nil, "it is reported once")
        #expect(AppContext.message(onClosing: error, after: Message("nothingToTakeBack")) == error.message)
    }

    @Test("Another error of closing is reported as it is")
    func others() {
        let error = StorageError(.corrupt, path: "/s/fiber.sqlite")
        #expect(AppContext.message(onClosing: error, after: nil) == error.message)
    }
}
