import EngineConcepts
import TestSupport
import Testing

@testable import Application

@Suite("Answers of sources outside the engine")
struct BackoffOverridesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("An answer counts for a day, but not before its time, as after a clock was ahead")
    func times() {
        let overrides = BackoffOverrides(directory: "\(directory.path)/answered")
        let now = Timestamp(milliseconds: 1_800_000_000_123)
        #expect(overrides.times(at: now) == [:])
        overrides.recordAnswer(of: "feed:a", at: now)
        #expect(overrides.times(at: now) == ["feed:a": now])
        #expect(overrides.times(at: now.advanced(by: .seconds(86_400))) == ["feed:a": now])
        #expect(overrides.times(at: now.advanced(by: .seconds(90_000))) == [:])
        overrides.recordAnswer(of: "feed:a", at: now)
        #expect(overrides.times(at: now.advanced(by: .seconds(-1))) == [:])
        #expect(overrides.times(at: now) == [:], "it is forgotten")
    }
}
