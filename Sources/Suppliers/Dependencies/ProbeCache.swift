import EngineConcepts
import FoundationBasics
import WebText

/// Stores the response of a feed that is about to be added, until its first regular request, which can then be
/// conditional. Errors are ignored, because the only cost is one more full response.
public struct ProbeCache: Sendable {
    /// The maximum size of a stored response in bytes.
    static let maximumLength = 1 << 20
    /// The time after which a response is dropped.
    private static let lifetime = Duration.seconds(86_400)

    private let directory: String

    /// Creates a cache in this directory, which is created on demand.
    public init(directory: String) {
        self.directory = directory
    }

    /// A stored response.
    struct Answer: Codable {
        /// The requested address.
        var source: String
        var headers: [String: String]
        /// The body, in Base64 in the file.
        private let body: Data

        init(source: String, headers: [String: String], body: [UInt8]) {
            self.source = source
            self.headers = headers
            self.body = Data(body)
        }

        var bytes: [UInt8] { Array(body) }
    }

    /// Stores a response and deletes expired ones.
    func store(_ answer: Answer, now: Timestamp) {
        let files = FileManager.default
        do {
            try files.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for name in try files.contentsOfDirectory(atPath: directory) {
                let path = "\(directory)/\(name)"
                let written = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date
                let milliseconds = ((written ?? .distantPast).timeIntervalSince1970 * 1000).rounded()
                let age = now.since(Int64(exactly: milliseconds).map(Timestamp.init(milliseconds:)) ?? .beginningOfTime)
                if age > Self.lifetime { try files.removeItem(atPath: path) }
            }
            let contents = try JSONEncoder().encode(answer)
            _ = files.createFile(
                atPath: path(of: answer.source), contents: contents, attributes: [.posixPermissions: 0o600])
        } catch {
            remove(answer.source)
        }
    }

    func answer(of source: String) -> Answer? {
        guard let contents = FileManager.default.contents(atPath: path(of: source)) else { return nil }
        do {
            let answer = try JSONDecoder().decode(Answer.self, from: contents)
            return answer.source == source ? answer : nil
        } catch {
            remove(source)
            return nil
        }
    }

    func remove(_ source: String) {
        do {
            try FileManager.default.removeItem(atPath: path(of: source))
        } catch {
            // The file does not exist, or will be deleted when it expires.
        }
    }

    private func path(of source: String) -> String {
        "\(directory)/\(String(StableHash.fnv1a(source.utf8), radix: 16)).json"
    }
}
