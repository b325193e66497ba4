import Application
import EngineConcepts
import FiberConfiguration
import Foundation
import ScenarioServer
import TestSupport
import Testing

@Suite("Credentials in the built program")
struct AccessCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Returns the contents of all files that Fiber wrote, except the secrets file.
    private func written() throws -> String {
        var text = try home.read(".config/fiber/library.toml") + home.read(".config/fiber/config.toml")
        let data = home.path + "/.local/share/fiber"
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
            text += String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(data)/\(name)")), as: UTF8.self)
        }
        return text
    }

    @Test("A password in an address is moved to secrets.toml and appears nowhere else")
    func userInAddress() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 3))
            let address = "http://anna:hunter2@127.0.0.1:\(server.port)/0"
            let added = try await home.fiber("add", address)
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.errors.contains("secrets.toml") && added.errors.contains("not encrypted"))
            #expect(
                try home.read(".config/fiber/secrets.toml")
                    .contains("\"anna at 127.0.0.1:\(server.port)\" = \"hunter2\""))
            let refresh = try await home.fiber("refresh", "--json")
            #expect(refresh.status == 0)
            let authorization = "Basic \(Data("anna:hunter2".utf8).base64EncodedString())"
            #expect(server.requests.count >= 2)
            #expect(server.requests.allSatisfy { $0.headers["authorization"] == authorization })
            let again = try await home.fiber("add", address)
            #expect(again.status == 1)
            server.script("/0", Scenario(status: 401))
            let refused = try await home.fiber("refresh")
            #expect(refused.status == 1 && refused.errors.contains("401"))
            var seen = [added, refresh, again, refused]
            for arguments in [["sources"], ["sources", "--json"], ["export"], ["opml", "export"], ["doctor"]] {
                seen.append(try await home.fiber(arguments))
            }
            let removed = try await home.fiber("remove", "http://127.0.0.1:\(server.port)/0")
            #expect(removed.status == 0 && removed.errors.contains("secrets.toml"))
            #expect(try !home.read(".config/fiber/secrets.toml").contains("hunter2"))
            for outcome in seen + [removed] { #expect(!(outcome.output + outcome.errors).contains("hunter2")) }
            #expect(try !written().contains("hunter2"))
        }
    }

    @Test("A password is read from standard input or from a command, and a header from the command line, but not both")
    func options() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 1))
            server.script("/1", Feeds.scenario(1, items: 1))
            let result = try await home.shell(
                "printf 'sesame\\nkey\\n' | fiber add '\(server.url("/0"))' --user anna --header-secret X-Key --header 'X-Lang: de'"
            )
            #expect(result.status == 0, "\(result.errors)")
            let headers = try #require(server.requests.last?.headers)
            #expect(headers["authorization"] == "Basic \(Data("anna:sesame".utf8).base64EncodedString())")
            #expect(headers["x-key"] == "key" && headers["x-lang"] == "de")
            let command = try await home.fiber("add", server.url("/1"), "--token-command", "printf 'a  b'")
            #expect(command.status == 0, "\(command.errors)")
            #expect(server.requests.last?.headers["authorization"] == "Bearer a  b")
            let library = try home.read(".config/fiber/library.toml")
            #expect(library.contains("token = { command = [\"printf\", \"a  b\"] }"), "\(library)")
            #expect(!library.contains("sesame"))
            for wrong in [
                ["--user", "a", "--token"], ["--password-command", "true"], ["--header", "Cookie: a=b"],
                ["--header", "nothing"], ["--header", "X: y\nZ: a"], ["--header-secret", "X: y"],
            ] {
                #expect(try await home.fiber(["add", server.url("/1")] + wrong).status == 2, "\(wrong)")
            }
            #expect(try await home.fiber("add", server.url("/2"), "--user", "anna").status == 2)
        }
    }

    @Test("A bearer token is read from standard input, with and without a dash as its value")
    func tokenFromInput() async throws {
        try await ScenarioServer.running([:]) { server in
            for (index, form) in ["--token", "--token -", "--token=-"].enumerated() {
                server.script("/\(index)", Feeds.scenario(index, items: 1))
                let added = try await home.shell("echo sesame | fiber add \(form) '\(server.url("/\(index)"))'")
                #expect(added.status == 0, "\(added.errors)")
                #expect(server.requests.last?.headers["authorization"] == "Bearer sesame")
            }
        }
    }

    @Test("If a password command fails, its source reports that it requires a login and the others are fetched")
    func failingCommand() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/1", Feeds.scenario(1, items: 2))
            try home.write("sesame\n", to: "password")
            _ = try await home.fiber("add", server.url("/0"), "--user", "a", "--password-command", "cat ~/password")
            _ = try await home.fiber("add", server.url("/1"))
            try home.remove("password")
            let refresh = try await home.fiber("refresh")
            #expect(refresh.status == 1)
            #expect(refresh.errors.contains("The command cat, which prints the secret for 127.0.0.1"))
            let conditions = try await home.fiber("sources", "--json").objects.map { $0["condition"] as? String }
            #expect(Set(conditions) == ["notAuthorised", "well"])
        }
    }

    @Test("A secrets.toml that other users can read is refused with advice")
    func openSecrets() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            _ = try await home.shell("echo sesame | fiber add '\(server.url("/0"))' --user anna")
            chmod(home.path + "/.config/fiber/secrets.toml", 0o644)
            let refresh = try await home.fiber("refresh")
            #expect(refresh.status == 1 && refresh.errors.contains("chmod 600"), "\(refresh.errors)")
        }
    }

    @Test("A password in the new address of a source is moved to secrets.toml, and the source logs in with it")
    func userInNewAddress() async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0...1 { server.script("/\(index)", Feeds.scenario(index, items: 1)) }
            #expect(try await home.fiber("add", server.url("/0"), "--name", "Zero").status == 0)
            let address = "http://anna:hunter2@127.0.0.1:\(server.port)/1"
            let set = try await home.fiber("source", "set", "Zero", "--url", address)
            #expect(set.status == 0 && set.errors.contains("not encrypted"), "\(set)")
            #expect(try await home.fiber("refresh").status == 0)
            let authorization = "Basic \(Data("anna:hunter2".utf8).base64EncodedString())"
            let requests = server.requests(for: "/1")
            #expect(!requests.isEmpty && requests.allSatisfy { $0.headers["authorization"] == authorization })
            #expect(try home.read(".config/fiber/secrets.toml").contains("hunter2"))
            #expect(try !written().contains("hunter2"))
            for wrong in [["--user", "ben"], ["--no-login"]] {
                let refused = try await home.fiber(["source", "set", "Zero", "--url", address] + wrong)
                #expect(refused.status == 2 && !refused.errors.contains("hunter2"), "\(refused)")
            }
        }
    }

    @Test("A login that is stored while a new address is checked stays")
    func loginMeanwhile() async throws {
        let directory = try TemporaryDirectory()
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 1))
            let added = try await CommandRun("add", server.url("/0"), "--name", "Zero", in: directory)
            #expect(added.status == .done, "\(added)")
            server.script("/1", .held(by: "answer", then: Feeds.scenario(1, items: 1)))
            let count = server.requests.count
            async let set = CommandRun("source", "set", "Zero", "--url", server.url("/1"), in: directory)
            await server.waitForRequests(count + 1)
            let login = SourceAccess(authentication: .password(user: "anna", .command(["true"])))
            let file = LibraryFile(path: directory.path + "/library.toml")
            _ = try file.update { library in
                guard var source = library.sources.first else { return }
                source.access = login
                library.put(source)
            }
            server.open("answer")
            let outcome = try await set
            #expect(outcome.status == .done, "\(outcome)")
            let source = try #require(try file.read().sources.first)
            #expect(source.access == login && source.address == server.url("/1"))
        }
    }

    @Test("Passwords in an imported list are moved to secrets.toml")
    func imported() async throws {
        try home.write("https://anna:hunter2@a.example/feed news\n", to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 0 && outcome.errors.contains("secrets.toml"))
        #expect(try !home.read(".config/fiber/library.toml").contains("hunter2"))
        #expect(try home.read(".config/fiber/secrets.toml").contains("hunter2"))
    }
}
