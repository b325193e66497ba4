import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What feeds answered when somebody looked at them to follow them, in files, until they are asked for the first time: they
/// then say only whether that is still what they have. A file that cannot be written or read costs no more than the answer
/// once again, so nobody is told.
public struct ProbeCache: Sendable {
    /// Longer answers are not kept.
    static let longest = 1 << 20
    /// Nobody who adds a feed waits for so long.
    private static let lifetime = Duration.seconds(86_400)

    private let directory: String

    /// Keeps answers in this directory, which is made where it is needed.
    public init(directory: String) {
        self.directory = directory
    }

    /// An answer: where it came from, its header and its body.
    struct Answer: Codable {
        /// What was asked for.
        var source: String
        /// Where the answer came from.
        var address: String
        /// Its header fields.
        var headers: [String: String]
        /// Its body, which files hold in Base64.
        private let body: Data

        init(source: String, address: String, headers: [String: String], body: [UInt8]) {
            self.source = source
            self.address = address
            self.headers = headers
            self.body = Data(body)
        }

        /// Its body.
        var bytes: [UInt8] { Array(body) }
    }

    /// Keeps an answer, and drops those that nobody has come for.
    func keep(_ answer: Answer, now: Timestamp) {
        let files = FileManager.default
        do {
            try files.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in try files.contentsOfDirectory(atPath: directory) {
                let path = "\(directory)/\(name)"
                let written = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date
                let age = now.since(
                    Timestamp(milliseconds: Int64((written ?? .distantPast).timeIntervalSince1970 * 1000)))
                if age > Self.lifetime { try files.removeItem(atPath: path) }
            }
            let contents = try JSONEncoder().encode(answer)
            _ = files.createFile(
                atPath: path(of: answer.source), contents: contents, attributes: [.posixPermissions: 0o600])
        } catch {
            forget(answer.source)
        }
    }

    /// The answer of the feed at `source`; nil where none is kept.
    func answer(of source: String) -> Answer? {
        guard let contents = FileManager.default.contents(atPath: path(of: source)) else { return nil }
        do {
            let answer = try JSONDecoder().decode(Answer.self, from: contents)
            return answer.source == source ? answer : nil
        } catch {
            forget(source)
            return nil
        }
    }

    /// Drops the answer of the feed at `source`.
    func forget(_ source: String) {
        do {
            try FileManager.default.removeItem(atPath: path(of: source))
        } catch {
            // It was not there, or will be dropped with the next.
        }
    }

    private func path(of source: String) -> String {
        var digest = DocumentDigest()
        digest.combine(Array(source.utf8))
        return "\(directory)/\(String(UInt64(bitPattern: digest.value), radix: 16)).json"
    }
}
