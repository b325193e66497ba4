import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A feed in a file on this machine, read again when the file has changed.
struct FileFeedSource: FeedDocumentSource {
    private static let longest = 64 << 20

    /// Where the file is.
    let path: String

    /// What a file links to is on the web, and nobody who follows a file has asked for that.
    var isRemote: Bool { false }

    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReading {
        let (bytes, stamp) = try contents(unless: memory.entityTag)
        var remembered = FeedMemory()
        remembered.entityTag = stamp
        guard let bytes else { return FeedReading(document: nil, memory: remembered) }
        do {
            return FeedReading(document: try FeedParser.parse(bytes), memory: remembered)
        } catch {
            throw SupplierError(.malformed, "The file \(path) \(error.words).")
        }
    }

    func page(
        _ place: FeedPlace?, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReading {
        FeedReading(document: nil, memory: memory)
    }

    /// The file's bytes and what its present state is known by; no bytes where that is `known`.
    private func contents(unless known: String?) throws(SupplierError) -> ([UInt8]?, String) {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let size = (attributes[.size] as? any BinaryInteger).map { Int64($0) } ?? 0
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            let stamp = "\(size)-\(Int64(time * 1_000_000))"
            guard stamp != known else { return (nil, stamp) }
            guard size <= Self.longest else {
                throw SupplierError(.limitExceeded, "The file \(path) is larger than \(Self.longest >> 20) MiB.")
            }
            return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), stamp)
        } catch let error as SupplierError {
            throw error
        } catch {
            throw SupplierError(.unreachable, "The file \(path) cannot be read.", cause: TextSanitizer.line("\(error)"))
        }
    }
}
