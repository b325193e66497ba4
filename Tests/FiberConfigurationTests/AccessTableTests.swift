import EngineConcepts
import EngineTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing
import WebText

@testable import FiberConfiguration

@Suite("Credentials of sources in the library")
struct AccessTableTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func refusal(_ lines: String) throws -> LibraryWarning? {
        let text = "[[source]]\nid = \"a\"\nurl = \"https://a.example/\"\n\(lines)\n"
        let file = LibraryFile(path: try directory.write(text, to: "library.toml"))
        return try file.read().warnings.first { $0.turnsSomethingOff }
    }

    @Test("Credentials survive an edit of the library")
    func roundTrip() throws {
        let file = LibraryFile(path: directory.path + "/library.toml")
        var source = SourceDescription(id: "a", address: "https://a.example/feed")
        source.access = SourceAccess(
            authentication: .password(user: "anna", .command(["pass", "show", "a \"b\""])),
            headers: [
                .init("X-Key", .secret(.stored("key at a.example"))), .init("X-Lang", .plain("de, en")),
                .init("Cookie", .secret(.command(["cookie"]))),
            ])
        let other = SourceDescription(
            id: "b", address: "https://b.example/", access: SourceAccess(authentication: .token(.stored("b"))))
        _ = try file.update { library in
            library.put(source)
            library.put(other)
        }
        #expect(try file.read().sources == [source, other])
        #expect(try file.read().warnings.isEmpty)
        source.name = "A"
        source.access?.authentication = nil
        _ = try file.update { $0.put(source) }
        #expect(try file.read().sources == [source, other])
        source.access = nil
        _ = try file.update { $0.put(source) }
        #expect(try file.read().source("a")?.access == nil)
    }

    @Test(
        "Is refused where it holds a secret itself, or half of what is needed, and what was written is not repeated",
        arguments: [
            "user = \"u\"\npassword = \"hunter2\"", "token = \"hunter2\"", "user = \"u\"",
            "password = { secret = \"x\" }",
            "user = \"a:b\"\npassword = { secret = \"x\" }", "token = { command = \"hunter2\" }",
            "token = { command = [] }", "token = { command = [\"a\"], secret = \"b\" }",
            "user = \"u\"\npassword = { secret = \"x\" }\ntoken = { secret = \"x\" }",
            "headers = [{ name = \"Authorization\", value = \"hunter2\" }]", "headers = \"hunter2\"",
            "headers = [{ name = \"X Y\", value = \"v\" }]", "headers = [{ name = \"X\" }]",
        ])
    func refused(lines: String) throws {
        let error = try #require(try refusal(lines))
        #expect(error.position != nil)
        #expect(!error.description.contains("hunter2"))
    }

    @Test(
        "An error in a table of its own, or in a key with dots, has its line or that of its source",
        arguments: [
            ("[source.headers]\nname = \"X\"", 4), ("[[source.headers]]\nname = \"X Y\"\nvalue = \"v\"", 4),
            ("[source.token]\nsecret = 7", 4), ("token.secret = 7", 1),
        ])
    func places(lines: String, line: Int) throws {
        let error = try #require(try refusal(lines + "\n[[source]]\nurl = \"https://b.example/\"\ntoken = 7"))
        #expect(error.position?.line == line, "\(error)")
    }

    @Test(
        "A header with a line break or another control character is refused with the names of source and header",
        arguments: ["\\n", "\\r", "\\u001b"])
    func brokenHeader(character: String) throws {
        let value = "de\(character)X-Other: 1"
        let error = try #require(try refusal("headers = [{ name = \"X-Lang\", value = \"\(value)\" }]"))
        let names: [String: Message.Argument] = ["header": "X-Lang", "source": "https://a.example/"]
        #expect(error.failure == Message("headerHasControl", names))
        #expect(error.position != nil)
    }

    @Test("An address with a password causes a warning and is displayed without it")
    func passwordInAddress() throws {
        let text = "[[source]]\nid = \"a\"\nurl = \"https://u:hunter2@a.example/f@x\"\n"
        let library = try LibraryFile(path: try directory.write(text, to: "library.toml")).read()
        #expect(library.warnings.count == 1 && !library.warnings.contains { $0.turnsSomethingOff })
        #expect(
            library.warnings.allSatisfy {
                $0.message.english.contains("library.toml:3:") && !$0.message.english.contains("hunter2")
            })
        #expect(library.sources.first?.shownAddress == "https://a.example/f@x")
        let plain = SourceDescription(id: "b", address: "https://b.example/@name?x=a@b")
        #expect(plain.shownAddress == plain.address)
    }

    @Test("No message about an address, and no id that is made of one, has its password")
    func passwordInWrongAddress() throws {
        let text = """
            [[source]]
            url = "https://u:hunter2@a.example:99999/"
            [[commentary]]
            name = "drivers"
            url = "https://u:hunter2@a.example/"

            """
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path) { Message("hostInvalid", ["address": .text($0)]) }
        let library = try file.read()
        let source = try #require(library.sources.first)
        #expect(library.warnings.count == 3 && source.fault != nil)
        #expect(!"\(library.warnings) \(String(describing: source.fault)) \(source.id)".contains("hunter2"))
        let other = SupplierKind("feed").sourceID(for: "https://u:hunter3@a.example:99999/")
        #expect(source.id != other, "Passwords still tell sources apart.")
    }

    @Test("The secrets file is private, and editing keeps its other lines")
    func secrets() throws {
        let path = directory.path + "/secrets.toml"
        let file = SecretsFile(path: path)
        #expect(try file.value(named: "a") == nil)
        try file.put("one \"1\"", named: "a at x.example")
        try file.put("two", named: "b")
        try file.put("three", named: "a at x.example")
        #expect(try file.value(named: "a at x.example") == "three")
        #expect(try file.value(named: "b") == "two")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try file.put(nil, named: "b")
        try file.put(nil, named: "c")
        #expect(try file.value(named: "b") == nil)
        #expect(try directory.read("secrets.toml").contains("# Passwords and tokens by name"))
    }

    @Test("Who renews a secret waits until the one before has ended")
    func renewals() async throws {
        let file = SecretsFile(path: directory.path + "/secrets.toml")
        let order = Mutex<[String]>([])
        let endFirst = try await file.beginRenewal()
        let second = Task {
            let end = try await file.beginRenewal()
            order.withLock { $0.append("second") }
            end()
        }
        order.withLock { $0.append("first") }
        endFirst()
        try await second.value
        #expect(order.withLock(\.self) == ["first", "second"])
    }

    @Test("A lock that somebody holds is waited for only so long, and the error names file and lock")
    func heldLock() async throws {
        let path = directory.path + "/secrets.toml"
        let held = try FileLock(beside: path)
        let error = #expect(throws: ConfigurationError.self) { try FileLock(beside: path, within: .zero) }
        #expect(error?.code == .locked && error?.file == path)
        #expect(error?.message.english.contains(".secrets.toml.lock") == true)
        held.end()
        try FileLock(beside: path, within: .zero).end()
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/.secrets.toml.lock"))
        let file = SecretsFile(path: path)
        let end = try await file.beginRenewal()
        let second = await #expect(throws: ConfigurationError.self) { try await file.beginRenewal(within: .zero) }
        #expect(second?.code == .locked)
        end()
        try await file.beginRenewal(within: .zero)()
        try await file.save("one", named: "a")
        #expect(try file.value(named: "a") == "one")
    }

    @Test("A secret is replaced in a file with CRLF")
    func lineBreaks() throws {
        let path = try directory.write("a = \"one\"\r\nb = \"two\"\r\n", to: "secrets.toml")
        chmod(path, 0o600)
        try SecretsFile(path: path).put("new", named: "a")
        #expect(try directory.read("secrets.toml") == "\"a\" = \"new\"\r\nb = \"two\"\r\n")
    }

    @Test("A secret is replaced and removed without the comment behind it, also one of several lines")
    func comments() throws {
        let path = try directory.write("a = \"one\"  # of Ann\nb = \"\"\"\ntwo\"\"\"  # of Ben\n", to: "secrets.toml")
        chmod(path, 0o600)
        let file = SecretsFile(path: path)
        try file.put("new", named: "a")
        try file.put("other", named: "b")
        #expect(try directory.read("secrets.toml") == "\"a\" = \"new\"  # of Ann\n\"b\" = \"other\"  # of Ben\n")
        try file.put(nil, named: "a")
        #expect(try directory.read("secrets.toml") == "# of Ann\n\"b\" = \"other\"  # of Ben\n")
    }

    @Test("A secrets file that others may read is refused, and errors do not quote it")
    func unsafeSecrets() throws {
        let path = try directory.write("a = \"hunter2\"\n", to: "secrets.toml")
        let file = SecretsFile(path: path)
        chmod(path, 0o640)
        let open = #expect(throws: ConfigurationError.self) { try file.value(named: "a") }
        #expect(open?.advice.english.contains("chmod 600") == true)
        #expect(throws: ConfigurationError.self) { try file.put("x", named: "b") }
        chmod(path, 0o600)
        #expect(try file.value(named: "a") == "hunter2")
        let broken = try directory.write("a = hunter2\n", to: "broken.toml")
        chmod(broken, 0o600)
        let error = #expect(throws: ConfigurationError.self) { try SecretsFile(path: broken).value(named: "a") }
        #expect(error?.position?.line == 1)
        #expect(error?.description.contains("hunter2") == false)
    }
}
