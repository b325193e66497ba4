import EngineConcepts
import Localization
import Testing

@testable import Application

@Suite("Messages at the start")
struct StartMessagesTests {
    @Test("A crash is named by its signal in the user's language, or by the first line of its record")
    func crash() {
        let signal = StartMessages.reason(of: "signal 11\ntime 1799999000\n")
        #expect(Localizer.english(signal) == "signal SIGSEGV")
        #expect(Localizer.spanish(signal) == "señal SIGSEGV")
        #expect(StartMessages.reason(of: "time 1799999000\n") == .verbatim("time 1799999000"))
    }
}
