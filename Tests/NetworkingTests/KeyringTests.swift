import EngineConcepts
import EngineTestSupport
import Testing

@testable import Networking

@Suite("The keyring", .timeLimit(.minutes(30)))
struct KeyringTests {
    private struct NoCommands: SecretCommandRunning {
        func secretOutput(of words: [String]) throws(SupplierError) -> [UInt8] {
            throw SupplierError(.unreachable, "There are no commands.")
        }
    }

    @Test("The timeout of a request stands still while another renews the token of both")
    func renewal() async throws {
        let keyring = Keyring(commands: NoCommands())
        let access = SourceAccess(authentication: .token(.stored("token")))
        let wait = RequestWait(by: ManualTimeSource())
        let second = try await keyring.renewing(access) { () async throws(SupplierError) -> Task<Bool, any Error> in
            let second: Task<Bool, any Error> = RequestWait.$current.withValue(wait) {
                Task {
                    try await keyring.renewing(access) { () async throws(SupplierError) -> Bool in wait.isOn }
                }
            }
            while !wait.isOn { await Task.yield() }
            return second
        }
        let waitsDuringItsTurn = try await second.value
        #expect(!waitsDuringItsTurn)
    }
}
