import HostileSources
import TestSupport
import Testing

@Suite("Sequences of hostile documents", .timeLimit(.minutes(30)))
struct SourceSequenceTests {
    @Test("Random sequences of documents leave an ordered Track without duplicates", arguments: 0..<8)
    func random(part: UInt64) async throws {
        for number in 0..<25 {
            let seed = part * 1000 + UInt64(number)
            var generator = SeededGenerator(seed: seed)
            let bytes = (0..<2000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(try await SourceSequence.run(choosing: bytes) == [], "seed \(seed)")
        }
    }
}
