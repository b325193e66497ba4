import EngineConcepts
import FiberConfiguration
import Networking

/// Gives suppliers access to the secrets file.
struct SecretsFileReader: SecretStore {
    let file: SecretsFile

    func secret(named name: String) throws(SupplierError) -> String {
        let found: String?
        do {
            found = try file.value(named: name)
        } catch {
            throw SupplierError(.notAuthorised, error.message, cause: error.cause)
        }
        guard let found else {
            throw SupplierError(
                .notAuthorised, Message("secretNotFound", ["file": .text(file.path), "name": .text(name)]))
        }
        return found
    }

    func save(_ secret: String, named name: String) async throws(SupplierError) {
        do {
            try await file.save(secret, named: name)
        } catch {
            throw SupplierError(error)
        }
    }

    func beginRenewal() async throws(SupplierError) -> @Sendable () -> Void {
        do {
            return try await file.beginRenewal()
        } catch {
            throw SupplierError(error)
        }
    }
}

extension SupplierError {
    /// Creates the failure of a request for which a file of secrets could not be used. Another process that holds it
    /// for long is no reason to sign in again.
    fileprivate init(_ error: ConfigurationError) {
        self.init(error.code == .locked ? .timedOut : .notAuthorised, error.message, cause: error.cause)
    }
}
