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
            let each = try #require(localizer.ofEach(login))
            let earlier = localizer(Message("sourceSkipped", ["first": .message(.verbatim(each))]))
            #expect(earlier.hasPrefix("\(each). "), "\(earlier)")
            #expect(text.hasSuffix("\n  Kerb \(phrase)\n  A, B: \(earlier)"), "\(text)")
        }
    }

    @Test("Many sources that failed for one cause are a line with their number, the cause and their common host")
    func manySources() throws {
        func failed(
            _ names: Range<Int>, isEarlier: Bool = false, host: String? = "kerb.example"
        ) -> [FailedSources.Group] {
            names.map {
                let late = Message.noAnswer(from: .text("Feed \($0)"), within: .seconds(30))
                return .init(names: ["Feed \($0)"], reason: .init(error: late, isEarlier: isEarlier), host: host)
            }
        }
        func lines(_ groups: [FailedSources.Group]) throws -> [String] {
            let failure = try received(FailedSources(groups: groups, advice: nil)).failure(in: .english)
            return failure.text(in: .english).split(separator: "\n").dropFirst().map(String.init)
        }
        #expect(
            try lines(failed(0..<222)) == [
                "  222 sources of kerb.example: each timed out: no answer within 30 seconds. `fiber sources` lists them."
            ])
        #expect(
            try lines(failed(0..<6) + failed(6..<12, isEarlier: true, host: nil)) == [
                "  6 sources of kerb.example: each timed out: no answer within 30 seconds. `fiber sources` lists them.",
                "  6 sources: each timed out: no answer within 30 seconds. Not requested this time. "
                    + "`fiber sources` lists them.",
            ])
        #expect(try lines(failed(0..<5)).count == 5)
        let faults = (0..<6).map { Message("serverError", ["host": "a.example", "status": .number(500 + $0)]) }
        let mixed = faults.map { FailedSources.Group(names: ["Kerb"], reason: .init(error: $0)) }
        #expect(
            try lines(mixed).first?.hasPrefix("  6 sources: for example: a.example has a server error (500)") == true)
        let both = FailedSources.Group(names: ["A", "B"], reason: .init(error: faults[0]), host: "a.example")
        #expect(try lines([both]) == ["  A, B: each has a server error (500)"])
        let all = FailedSources.Group(
            names: (0..<6).map { "Feed \($0)" }, reason: .init(error: faults[0]), host: "a.example")
        #expect(
            try lines([all]) == ["  6 sources of a.example: each has a server error (500). `fiber sources` lists them."]
        )
    }

    @Test("Sources that were not requested have whole sentences, whatever their errors")
    func sentences() throws {
        func line(of error: SupplierError, isEarlier: Bool = true) throws -> String {
            let until = Timestamp(seconds: 1_795_000_000)
            let backoff = FetchBudget(retryAt: until).requestedBackoff
            let message = isEarlier ? error.message(backoff, advisingOn: "Kerb") : error.message
            let reason = SourceFailure.Reason(error: message, isEarlier: isEarlier)
            let failed = FailedSources(groups: [.init(names: ["Kerb"], reason: reason)], advice: nil)
            let localizer = Localizer.english.formattingLocalTimes { _ in "09:50" }
            return String(try #require(localizer(failed.failure(in: localizer).message).split(separator: "\n").last))
        }
        let login = SupplierError(.notAuthorised, Message("loginRequired", ["host": "a.example", "status": 401]))
        #expect(
            try line(of: login) == "  Kerb requires a login (401): `fiber source set Kerb --user NAME`. "
                + "Next attempt at 09:50. Not requested this time.")
        let unavailable = SupplierError(.rateLimited, Message("unavailable", ["host": "a.example"]))
        #expect(
            try line(of: unavailable)
                == "  Kerb is temporarily unavailable (503); next attempt at 09:50. Not requested this time.")
        let fault = SupplierError(.refused, Message("serverError", ["host": "a.example", "status": 500]))
        #expect(
            try line(of: fault)
                == "  Kerb has a server error (500); next attempt at 09:50. Not requested this time.")
        let denied = SupplierError(.notAuthorised, Message("accessDenied", ["host": "a.example"]))
        #expect(try line(of: denied, isEarlier: false) == "  Kerb denied access (403)")
        #expect(try line(of: fault, isEarlier: false) == "  Kerb has a server error (500)")
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
