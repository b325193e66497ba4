import EngineConcepts
import EngineTestSupport
import Foundation
import Localization
import Testing

@testable import Application

@Suite("Results of another process in the language of the one that prints them")
struct ReportLanguageTests {
    private func received<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("The sources that failed are listed in the language of the printing process")
    func failedSources() throws {
        let login = Message("loginRequired", ["host": "kerb.example", "status": 401])
        let failed = try received(
            FailedSources(
                groups: [
                    .init(names: ["Kerb"], reason: .init(error: login)),
                    .init(names: ["A", "B"], reason: .init(error: login, isEarlier: true)),
                ], advice: Message("othersKept", [:])))
        for localizer in [Localizer.english, .spanish] {
            let text = localizer(failed.failure(in: localizer).message)
            let phrase = try #require(localizer.withoutHost(login))
            let earlier = localizer(Message("sourceSkipped", ["reason": .text(phrase)]))
            #expect(text.hasSuffix("\n  Kerb \(phrase)\n  A, B: \(earlier)"), "\(text)")
        }
    }

    @Test("The end of a backoff is printed in the zone of the printing process, and in UTC for programs")
    func localTimes() throws {
        let until = Timestamp(seconds: 1_795_000_000)
        let message = try received(GapCause.rateLimited(until: until).message)
        let failed = FailedSources(groups: [.init(names: ["Kerb"], reason: .init(error: message))], advice: nil)
        for language in Localizer.all {
            let localizer = language.formattingLocalTimes { $0 == until ? "09:41" : "another time" }
            #expect(localizer(failed.failure(in: localizer).message).contains("09:41"))
        }
        #expect(Localizer.english(message).contains(until.rfc3339))
    }
}
