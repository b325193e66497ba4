import CTexts
import TOMLKit

/// Texts that are part of the program: a file in TOML, of which everything is read at first use.
protocol BundledTexts: Decodable, Sendable {}

extension BundledTexts {
    /// Reads a file. The sample's tests read each of them, so a mistake in one is a defect of the program.
    init(file: EmbeddedText) {
        do {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            self = try TOMLDecoder().decode(Self.self, from: String(decoding: bytes, as: UTF8.self))
        } catch {
            preconditionFailure("The texts for \(Self.self) are damaged: \(error)")
        }
    }
}

/// The subjects of the sample's texts; each text has its subject's tag.
enum Subject: String, CaseIterable, Decodable, Sendable {
    case f1 = "F1"
    case wec = "WEC"
    case swift = "Swift"
    case world = "World"
}
