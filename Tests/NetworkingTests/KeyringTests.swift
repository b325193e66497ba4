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
        let second = try await keyring.renewing(
            access, at: "x.example"
        ) { () async throws(SupplierError) -> Task<Bool, any Error> in
            let second: Task<Bool, any Error> = RequestWait.$current.withValue(wait) {
                Task {
                    try await keyring.renewing(access, at: "x.example") { () async throws(SupplierError) -> Bool in
                        wait.isOn
                    }
                }
            }
            while !wait.isOn { await Task.yield() }
            return second
        }
        let waitsDuringItsTurn = try await second.value
        #expect(!waitsDuringItsTurn)
    }

    @Test("A request that is cancelled while another renews the token of both does not wait for its turn")
    func cancellation() async throws {
        let keyring = Keyring(commands: NoCommands())
        let access = SourceAccess(authentication: .token(.stored("token")))
        let wait = RequestWait(by: ManualTimeSource())
        let failure = try await keyring.renewing(
            access, at: "x.example"
        ) { () async throws(SupplierError) -> SupplierError.Code? in
            let second: Task<SupplierError.Code?, Never> = RequestWait.$current.withValue(wait) {
                Task {
                    do throws(SupplierError) {
                        try await keyring.renewing(access, at: "x.example") { () async throws(SupplierError) -> Void in
                        }
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            while !wait.isOn { await Task.yield() }
            second.cancel()
            return await second.value
        }
        #expect(failure == .cancelled)
    }
}
