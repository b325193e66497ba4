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
