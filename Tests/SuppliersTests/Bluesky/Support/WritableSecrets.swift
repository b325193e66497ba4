import EngineConcepts
import Networking
import Synchronization

/// A store of secrets in memory that can be written.
final class WritableSecrets: SecretStore {
    private let secrets: Mutex<[String: String]>
    /// True while it cannot be written.
    private let full = Mutex(false)
    var isFull: Bool {
        get { full.withLock(\.self) }
        set { full.withLock { $0 = newValue } }
    }

    init(_ secrets: [String: String]) {
        self.secrets = Mutex(secrets)
    }

    subscript(name: String) -> String? { secrets.withLock { $0[name] } }

    func secret(named name: String) throws(SupplierError) -> String {
        guard let secret = self[name] else { throw SupplierError(.notAuthorised, .verbatim("no secret \(name)")) }
        return secret
    }

    func save(_ secret: String, named name: String) throws(SupplierError) {
        if isFull { throw SupplierError(.notAuthorised, .verbatim("The disk is full.")) }
        secrets.withLock { $0[name] = secret }
    }
}

/// The reasons why secrets could not be stored.
final class UnsavedReasons: Sendable {
    private let reasons = Mutex<[String]>([])
    var all: [String] { reasons.withLock(\.self) }

    func add(_ error: SupplierError) {
        reasons.withLock { $0.append(error.message.key) }
    }
}
