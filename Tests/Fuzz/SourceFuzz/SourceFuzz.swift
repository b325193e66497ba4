import Dispatch
import Foundation
import HostileSources

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Fuzzes whole sources: what they send goes through supplier, engine and store, and the Track must stay in order.
///
/// The inputs are documents, or choices that documents are made up from, as FIBER_FUZZ_INPUT says.
@main
struct SourceFuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status =
            ProcessInfo.processInfo.environment["FIBER_FUZZ_INPUT"] == "documents"
            ? runDriver(&count, &arguments) { SourceFuzz.take(documents: $0, $1) }
            : runDriver(&count, &arguments) { SourceFuzz.take(choices: $0, $1) }
        exit(status)
    }

    /// Takes two to five documents of one source, apart by record separators. The first byte chooses the kind of source.
    private static func take(documents start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        guard let first = bytes.first else { return 0 }
        let kinds = FollowedSource.Kind.allCases
        let kind = kinds[Int(first) % kinds.count]
        let documents = bytes.dropFirst().split(separator: 0x1e, maxSplits: 4).map(Array.init)
        check { try await SourceSequence.run(kind, sending: documents) }
        return 0
    }

    private static func take(choices start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        check { try await SourceSequence.run(choosing: bytes) }
        return 0
    }

    private static func check(_ run: @escaping @Sendable () async throws -> [String]) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let violations = try await run()
                precondition(violations.isEmpty, violations.joined(separator: "; "))
            } catch {
                preconditionFailure("\(error)")
            }
            done.signal()
        }
        done.wait()
    }
}
