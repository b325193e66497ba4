public import EngineConcepts
import WebText

/// Finds the secrets that sources need. Each command runs once for all sources that need its output. Secrets stay in
/// memory until the program ends or a source rejects them.
public actor Keyring {
    private let commands: any SecretCommandRunning
    private let store: (any SecretStore)?
    private var commandOutputs: [SourceAccess.Secret: SharedTask<String>] = [:]
    /// The values that are tried before they are saved.
    private var overrides: [SourceAccess.Secret: String] = [:]
    /// Renewed secrets that could not be stored, by name.
    private var unsaved: [String: UnsavedSecret] = [:]
    private let onUnsaved: @Sendable (SupplierError) -> Void
    /// The turns to renew a secret, one for each.
    private let renewalSlots = AsyncSlots(perGroup: 1)

    /// Creates an empty keyring.
    ///
    /// - Parameters:
    ///   - commands: Runs the commands that print secrets.
    ///   - store: The store of secrets by name, or `nil` if there is none.
    ///   - onUnsaved: Called with the reason if a renewed secret cannot be stored.
    public init(
        commands: any SecretCommandRunning, store: (any SecretStore)? = nil,
        onUnsaved: @escaping @Sendable (SupplierError) -> Void = { _ in }
    ) {
        self.commands = commands
        self.store = store
        self.onUnsaved = onUnsaved
    }

    /// A secret that is in memory only.
    private struct UnsavedSecret {
        let secret: String
        /// The stored secret that it is to replace, or `nil` if it could not be read.
        let previous: String?
    }

    /// Uses `value` for `secret` from now on, wherever it is configured; for trying a secret before it is saved.
    public func set(_ value: String, for secret: SourceAccess.Secret) {
        overrides[secret] = value
    }

    /// Uses the stored value of `secret` again, after ``set(_:for:)``.
    public func reset(_ secret: SourceAccess.Secret) {
        overrides[secret] = nil
    }

    /// Returns the header fields with the credentials.
    package func fields(
        for access: SourceAccess, at endpoint: String
    ) async throws(SupplierError) -> [TransportRequest.Header] {
        var fields: [TransportRequest.Header] = []
        for header in access.headers {
            switch header.value {
            case .plain(let value): fields.append(.init(header.name, value))
            case .secret(let secret): fields.append(.init(header.name, try await value(of: secret, at: endpoint)))
            }
        }
        switch access.authentication {
        case .password(let user, let secret):
            let password = try await value(of: secret, at: endpoint)
            let value = BasicAuthorization.headerValue(user: user, password: password)
            fields.append(.init("authorization", value))
        case .token(let secret):
            fields.append(.init("authorization", "Bearer \(try await value(of: secret, at: endpoint))"))
        case nil: break
        }
        return fields
    }

    /// Returns the secret with which `access` authenticates.
    package func secret(of access: SourceAccess, at endpoint: String) async throws(SupplierError) -> String {
        switch access.authentication {
        case .token(let secret), .password(_, let secret): return try await value(of: secret, at: endpoint)
        case nil: throw SupplierError(.notAuthorised, Message("secretInvalid", ["host": .text(endpoint)]))
        }
    }

    /// Replaces the stored token of `access`, because the source has given a new one. What a command prints stays. A token
    /// that cannot be stored is kept in memory, since the previous one is useless; the next one is stored in its place.
    package func save(_ token: String, for access: SourceAccess) async {
        guard case .token(.stored(let name)) = access.authentication else { return }
        if overrides[.stored(name)] != nil { overrides[.stored(name)] = token }
        guard let store else { return }
        do throws(SupplierError) {
            try await store.save(token, named: name)
            unsaved[name] = nil
        } catch {
            unsaved[name] = UnsavedSecret(secret: token, previous: storedSecret(named: name))
            onUnsaved(error)
        }
    }

    /// Returns a stored secret, or `nil` if it cannot be read.
    private func storedSecret(named name: String) -> String? {
        try? store?.secret(named: name)
    }

    /// Returns a renewed secret that could not be stored, or `nil` if there is none. Drops it if the stored one was changed
    /// since, as by a new sign-in.
    private func unsavedSecret(named name: String) -> String? {
        guard let kept = unsaved[name] else { return nil }
        guard let stored = storedSecret(named: name), stored != kept.previous else { return kept.secret }
        unsaved[name] = nil
        return nil
    }

    /// Runs `body` while nobody else renews the token of `access`: no other caller here, and no other process.
    /// Throws if the task is cancelled before its turn.
    package func renewing<Answer: Sendable>(
        _ access: SourceAccess, at endpoint: String, _ body: @Sendable () async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        guard case .token(let secret) = access.authentication else { return try await body() }
        let group = "\(secret)"
        guard await RequestWait.during({ await renewalSlots.acquire(group) }) else { throw .requestCancelled(endpoint) }
        defer { renewalSlots.release(group) }
        let end = try await RequestWait.during { () async throws(SupplierError) in
            try await store?.beginRenewal()
        }
        defer { end?() }
        return try await body()
    }

    /// Removes the cached secrets of `access`, because the source rejected them.
    package func removeSecrets(of access: SourceAccess) {
        for secret in access.secrets { commandOutputs[secret] = nil }
    }

    private func value(of secret: SourceAccess.Secret, at endpoint: String) async throws(SupplierError) -> String {
        let text: String
        if let known = overrides[secret] {
            text = known
        } else {
            text = try await configuredValue(of: secret, at: endpoint)
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
            throw SupplierError(.notAuthorised, Message("secretInvalid", ["host": .text(endpoint)]))
        }
        return text
    }

    private func configuredValue(
        of secret: SourceAccess.Secret, at endpoint: String
    ) async throws(SupplierError) -> String {
        switch secret {
        case .stored(let name):
            guard let store else {
                throw SupplierError(.notAuthorised, Message("secretMissing", ["name": .text(name)]))
            }
            return if let kept = unsavedSecret(named: name) { kept } else { try store.secret(named: name) }
        case .command(let words): return try await output(of: words, for: endpoint)
        }
    }

    /// Returns the first line of a command's output. Several sources share one run of it. A failed command runs again on the
    /// next request.
    private func output(of words: [String], for endpoint: String) async throws(SupplierError) -> String {
        let secret = SourceAccess.Secret.command(words)
        let commands = commands
        let task =
            commandOutputs[secret]
            ?? SharedTask { () async throws(SupplierError) -> String in
                do throws(SupplierError) {
                    return try Self.firstLine(of: try await commands.secretOutput(of: words))
                } catch {
                    throw Self.failure(error, program: words[0], endpoint: endpoint)
                }
            }
        commandOutputs[secret] = task
        let result = await task.result()
        if case .failure = result, commandOutputs[secret] == task { commandOutputs[secret] = nil }
        return try result.get()
    }

    private static func firstLine(of output: [UInt8]) throws(SupplierError) -> String {
        let line = output.prefix { $0 != .lineFeed && $0 != .carriageReturn }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
            throw SupplierError(.malformed, .verbatim(""))
        }
        return text
    }

    /// Returns an error without the command's own message, which may contain a secret.
    private static func failure(_ error: SupplierError, program: String, endpoint: String) -> SupplierError {
        let values: [String: Message.Argument] = ["program": .text(program), "host": .text(endpoint)]
        let message =
            switch error.code {
            case .unreachable: Message("secretCommandNotFound", values)
            case .timedOut: Message("secretCommandTimedOut", values)
            case .malformed: Message("secretCommandSilent", values)
            case .cancelled: Message("secretCommandCancelled", values)
            default: Message("secretCommandFailed", values)
            }
        return SupplierError(.notAuthorised, message)
    }
}
