import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@Suite("Commands that act", .timeLimit(.minutes(30)))
struct CommandActionTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    /// Performs an action through a command that `sh` runs.
    private func outcome(
        _ script: String?, _ action: TicketAction = .like,
        limits: CommandRunner.Limits = CommandRunner.Limits(time: .seconds(3600))
    ) async throws -> ActionOutcome {
        try await withServer([:]) { _, transport in
            let dependencies = SupplierDependencies(
                transport: transport, time: ManualTimeSource(),
                commands: CommandRunner(environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp"], limits: limits))
            var source = SourceDescription(id: "command:x", address: "exec:printf ''")
            source.actCommand = script.map { "sh -c '\($0)'" }
            let supplier = try SupplierRegistry(dependencies).supplier(for: source)
            let item = SourceItem(
                id: "a \"b\"", orderTime: now,
                body: TicketBody(title: "T", text: .plain("$HOME; `id`"), link: "https://a.example/"))
            let request = ActionRequest(id: ActionID("key"), action: action, now: now)
            return await supplier.perform(request, on: Ticket(item, of: "command:x", seen: now))
        }
    }

    private func code(_ outcome: ActionOutcome) -> String {
        switch outcome {
        case .done(let item): "done \(item?.id ?? "")"
        case .refused(let error): "refused \(error.message.english)"
        case .failed(let error): "failed \(error.message.english)"
        case .uncertain(let error), .unrepeatable(let error): "uncertain \(error.message.english)"
        }
    }

    @Test("The command gets the action and the item as one line of JSON on standard input")
    func input() async throws {
        let script =
            #"read -r line; printf "{\"outcome\":\"refused\",\"message\":\"got %s\"}" "$(echo "$line" | tr -d "\"\\\\")""#
        let outcome = try await outcome(script, .reply("Well 'said'."))
        let error = try outcome.refusal()
        let words = error.message.english
        for part in ["id:key", "action:reply", "text:Well 'said'.", "id:a b", "$HOME; `id`", "title:T"] {
            #expect(words.contains(part), "\(words)")
        }
    }

    @Test("The exit status tells the outcome")
    func status() async throws {
        #expect(try await code(outcome("exit 0")) == "done ")
        #expect(try await code(outcome("echo no item; exit 0")) == "done ")
        #expect(try await code(outcome(#"printf "{\"outcome\":\"done\"}\nno item"; exit 1"#)) == "done ")
        #expect(try await code(outcome("echo no >&2; exit 1")) == "refused sh ended with status 1: no")
        #expect(try await code(outcome("exit 75")).hasPrefix("failed "))
        #expect(try await code(outcome("kill -9 $$")).hasPrefix("uncertain "))
        let limits = CommandRunner.Limits(time: .milliseconds(200))
        #expect(try await code(outcome("sleep 600", limits: limits)).hasPrefix("uncertain "))
    }

    @Test("An answer in JSON says more, and an item after it is the result")
    func answer() async throws {
        let failed = try await outcome(
            #"echo "{\"outcome\":\"failed\",\"message\":\"busy\",\"retryAfter\":30}"; exit 1"#)
        let error = try failed.failure()
        #expect(error.message.english == "busy")
        #expect(error.retryAt == now.advanced(by: .seconds(30)))
        let done = #"echo "{\"outcome\":\"done\"}"; echo "{\"id\":\"n1\",\"title\":\"New\"}""#
        #expect(try await code(outcome(done, .reply("x"))) == "done n1")
        #expect(try await code(outcome(#"echo "{\"id\":\"n1\",\"title\":\"New\"}""#)) == "done n1")
        #expect(try await code(outcome("echo fine")) == "done ")
        let refused = try await outcome(#"echo "{\"outcome\":\"uncertain\"}""#)
        #expect(code(refused) == "uncertain sh refused.")
    }

    @Test("A source without a command for actions supports none")
    func none() async throws {
        #expect(try await code(outcome(nil)).hasPrefix("refused "))
        try await withServer([:]) { _, transport in
            let dependencies = SupplierDependencies(
                transport: transport, time: ManualTimeSource(),
                commands: CommandRunner(environment: ["PATH": "/usr/bin:/bin"]))
            let registry = SupplierRegistry(dependencies)
            var source = SourceDescription(id: "command:x", address: "exec:true")
            let plain = try registry.supplier(for: source).traits.actions
            #expect(plain.isEmpty)
            source.actCommand = "true"
            let acting = try registry.supplier(for: source).traits.actions
            #expect(acting[.like] == .unsafe && acting.values.allSatisfy { $0 == .unsafe })
            // Other kinds of sources ignore the command.
            source.address = "https://feed.example/"
            let feed = try registry.supplier(for: source).traits.actions
            #expect(feed.isEmpty)
        }
    }
}
