import EngineConcepts
import Foundation
import TOMLKit

/// `secrets.toml` on disk: secrets by name. Not read if others than its owner may read it; errors never quote it.
public struct SecretsFile: Sendable {
    public let path: String

    /// Creates a file at `path`, which need not exist.
    public init(path: String) { self.path = path }

    /// Returns the secret of this name, or `nil` if there is none.
    public func value(named name: String) throws(ConfigurationError) -> String? {
        guard let value = try read()?.root[name] else { return nil }
        guard let text = value.string else {
            throw ConfigurationError(
                .value, file: path, Message("secretNotText", ["name": .text(name)]), advice: Message("fixLine"))
        }
        return text
    }

    /// Stores `secret` under this name, or removes the name if it is `nil`. Other lines and all comments stay as they
    /// are.
    public func put(_ secret: String?, named name: String) throws(ConfigurationError) {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        let file = try read()
        let former = file?.text ?? Self.preamble
        let lineBreak = TOMLFile.lineBreak(of: former)
        var lines = TOMLFile.lines(of: former)
        while lines.last?.isEmpty == true { lines.removeLast() }
        let wanted = secret.map { "\(TOMLWriter.quoted(name)) = \(TOMLWriter.quoted($0))" }
        // Only edit a file without tables: quoted parts of a name look the same as tables.
        if let index = lines.firstIndex(where: { TOMLLine.key($0)?.name == name }) {
            TOMLLine.replaceEntry(at: index, in: &lines, with: wanted)
        } else if let wanted {
            lines.append(Substring(wanted))
        } else {
            return
        }
        let text = lines.joined(separator: "\(lineBreak)") + "\(lineBreak)"
        var expected = file.map(Self.secrets) ?? [:]
        expected[name] = secret
        let edited = try TOMLFile.edited(text, path: path)
        guard Self.secrets(edited) == expected else {
            throw .unsafeEdit(of: path)
        }
        try AtomicFile.write(text, to: path)
    }

    /// Stores `secret` under this name like ``put(_:named:)``, without blocking the caller's thread while another process
    /// changes the file.
    public func save(_ secret: String, named name: String) async throws(ConfigurationError) {
        try await onOwnThread { () throws(ConfigurationError) in try put(secret, named: name) }
    }

    /// The longest wait for another process that renews a secret. That takes as long as its server does.
    public static let renewalLimit = Duration.seconds(90)

    /// Waits until no other process renews a secret. Returns the end of this process's turn. Throws
    /// ``ConfigurationError/Code/locked`` if that takes longer than `limit`.
    public func beginRenewal(
        within limit: Duration = renewalLimit
    ) async throws(ConfigurationError) -> @Sendable () -> Void {
        let path = "\(path).renewal"
        let lock = try await onOwnThread { () throws(ConfigurationError) in
            try FileLock(beside: path, within: limit)
        }
        return { lock.end() }
    }

    private func read() throws(ConfigurationError) -> TOMLFile? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .unreadable(path, because: POSIXError.current)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ConfigurationError(
                .unreadable, file: path, Message("secretsReadable"),
                advice: Message("makePrivate", ["path": .text(path)]))
        }
        do {
            return try TOMLFile(path: path)
        } catch  where error.code == .syntax {
            // Without the parser's quotation of the line.
            throw ConfigurationError(
                .syntax, file: path, at: error.position, Message("secretLineInvalid"),
                advice: Message("secretLineForm"))
        }
    }

    private static func secrets(_ file: TOMLFile) -> [String: String] {
        file.root.keys.reduce(into: [:]) { secrets, name in
            secrets[name] = file.root[name]?.string ?? file.root[name]?.debugDescription
        }
    }

    private static let preamble = """
        # Passwords and tokens by name. Do not share.

        """
}
