import EngineConcepts
import FoundationBasics

/// The knowledge of an account's server, and of the posts that were sent to it. Kept in the store, so that a new process
/// knows it at once. Holds no secret.
struct ServerMemory: Codable, Equatable, Sendable {
    /// The server's description of itself.
    struct Server: Codable, Equatable, Sendable {
        /// The name in lower case, such as `mastodon`.
        var software: String
        var version: String
        /// The version of Mastodon's own API, or `nil` if there is none.
        var apiVersion: Int?
        var maximumCharacters: Int?
        var charactersPerLink: Int?
        var maximumMedia: Int?
    }

    /// The attempts at an action that creates a post, until the server confirms or refuses it.
    struct PostAttempt: Codable, Equatable, Sendable {
        /// The time of the first request for the post that may have created it, or `nil` if there was none.
        var first: Timestamp?
        /// The time of the last attempt.
        var last: Timestamp
        /// The server's identities of uploaded media, by their positions in the draft.
        var uploads: [Int: String] = [:]
    }

    private enum CodingKeys: String, CodingKey {
        case server
        case idFormat = "format"
        case attempts = "sendings"
    }

    /// The time after which attempts are forgotten: the action was taken back long ago.
    private static let lifetime = Duration.seconds(40 * 86_400)

    var server: Server?
    /// The form of the server's identifiers in the words of its network, or `nil` before the first.
    var idFormat: String?
    /// The attempts at actions that create posts, by the identity of the action.
    var attempts: [String: PostAttempt] = [:]

    /// Changes what is known of the attempts at an action that creates a post.
    mutating func changeAttempt(at action: ActionID, now: Timestamp, _ change: (inout PostAttempt) -> Void) {
        attempts = attempts.filter { now.since($0.value.last) < Self.lifetime }
        var attempt = attempts[action.rawValue] ?? PostAttempt(last: now)
        attempt.last = now
        change(&attempt)
        attempts[action.rawValue] = attempt
    }
}

/// Reads and writes the ``ServerMemory`` of one account.
struct ServerMemoryStore: Sendable {
    let account: String
    let store: any SettingStore
    private var name: String { "account.memory/\(account)" }

    /// Returns the stored memory, or an empty one if it cannot be read: everything in it can be asked for again.
    func read() async throws -> ServerMemory {
        guard let text = try await store.setting(name) else { return ServerMemory() }
        do {
            return try JSONDecoder().decode(ServerMemory.self, from: Data(text.utf8))
        } catch {
            return ServerMemory()
        }
    }

    func write(_ memory: ServerMemory) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(memory), as: UTF8.self)
        try await store.setSetting(name, to: memory == ServerMemory() ? nil : text)
    }
}
