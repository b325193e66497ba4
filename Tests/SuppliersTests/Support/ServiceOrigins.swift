import EngineConcepts
import Foundation
import SupplierConformance
import Suppliers
import Synchronization
import TestSupport

/// A network source of these tests for the conformance suite.
struct ServiceOrigin: ScriptedOrigin {
    let address: String
    let dependencies: SupplierDependencies
    let content: ServiceContent

    func makeSupplier() async throws -> any Supplier {
        try SupplierRegistry(dependencies).supplier(for: SourceDescription(id: "test:x", address: address))
    }

    func publish(_ items: [ScriptedItem]) async throws {
        content.isFailing = false
        content.items = items
    }

    func breakDown() async throws -> Bool {
        content.isFailing = true
        return true
    }
}

/// A document in a file, read as a file or through a command that prints it.
struct DocumentOrigin: ScriptedOrigin {
    enum Form: String, CaseIterable {
        case feed, jsonFeed, lines
    }

    let form: Form
    let directory: TemporaryDirectory
    let address: @Sendable (String) -> String
    let dependencies: SupplierDependencies

    private var path: String { directory.path + "/document" }

    func makeSupplier() async throws -> any Supplier {
        try SupplierRegistry(dependencies).supplier(for: SourceDescription(id: "test:x", address: address(path)))
    }

    func publish(_ items: [ScriptedItem]) async throws {
        try directory.write(text(items.sorted { $0.time > $1.time }), to: "document")
    }

    func breakDown() async throws -> Bool {
        try FileManager.default.removeItem(atPath: path)
        return true
    }

    private func text(_ items: [ScriptedItem]) -> String {
        switch form {
        case .feed:
            "<rss version='2.0'><channel><title>F</title>"
                + items.map {
                    "<item><guid>\($0.id)</guid><pubDate>\($0.time.rfc3339)</pubDate><description>\($0.text)</description></item>"
                }
                .joined() + "</channel></rss>"
        case .jsonFeed:
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["
                + items.map {
                    "{\"id\":\"\($0.id)\",\"date_published\":\"\($0.time.rfc3339)\",\"content_text\":\"\($0.text)\"}"
                }
                .joined(separator: ",") + "]}"
        case .lines:
            items.map {
                "{\"type\":\"ticket\",\"id\":\"\($0.id)\",\"time\":\"\($0.time.rfc3339)\",\"text\":\"\($0.text)\"}\n"
            }
            .joined()
        }
    }
}

/// Lines from a stream.
final class StreamOrigin: ScriptedOrigin {
    private struct State {
        var lines: [UInt8] = []
        var open: StreamSupplier?
    }

    private let state = Mutex(State())

    func makeSupplier() async throws -> any Supplier {
        let supplier = StreamSupplier(name: "a stream")
        state.withLock { state in
            state.open = supplier
            supplier.append(state.lines)
        }
        return supplier
    }

    /// Published items are appended to the stream.
    func publish(_ items: [ScriptedItem]) async throws {
        let lines = items.sorted { $0.time > $1.time }
            .map { "{\"id\":\"\($0.id)\",\"time\":\"\($0.time.rfc3339)\",\"text\":\"\($0.text)\"}\n" }
        state.withLock { state in
            state.lines = Array(lines.joined().utf8)
            state.open?.append(state.lines)
        }
    }

    func breakDown() async throws -> Bool { false }
}
