import Foundation

/// Requests and answers recorded against real servers, if they are on this machine: the folder `social` of a folder
/// `corpus` that `FIBER_CORPUS` names or that lies beside the project or above it.
enum SocialCorpus {
    /// The folder, or `nil` if there is none.
    static let folder: URL? = {
        var places = ProcessInfo.processInfo.environment["FIBER_CORPUS"].map { [URL(fileURLWithPath: $0)] } ?? []
        var place = URL(fileURLWithPath: #filePath)
        while place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            places += [place.appending(path: "corpus"), place.appending(path: "shared/corpus")]
        }
        return places.map { $0.appending(path: "social") }
            .first { FileManager.default.fileExists(atPath: $0.appending(path: "mastodon-openapi.json").path) }
    }()

    static var isPresent: Bool { folder != nil }

    /// A recorded request with its answer.
    struct Exchange {
        let file: String
        let method: String
        /// The path with its query.
        let path: String
        let status: Int
        /// The answer in JSON.
        let body: Data
    }

    /// Returns all recorded exchanges with an answer in JSON.
    static func mastodonExchanges() throws -> [Exchange] {
        guard let folder else { return [] }
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "mastodon"), includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
            .flatMap { file -> [Exchange] in
                let list = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]] ?? []
                return try list.compactMap { entry in
                    guard let address = (entry["uri"] as? String).flatMap(URLComponents.init(string:)),
                        let body = entry["body"], JSONSerialization.isValidJSONObject(body)
                    else { return nil }
                    return Exchange(
                        file: file.lastPathComponent, method: entry["method"] as? String ?? "GET",
                        path: address.path + (address.query.map { "?\($0)" } ?? ""),
                        status: entry["status"] as? Int ?? 200,
                        body: try JSONSerialization.data(withJSONObject: body))
                }
            }
    }

    /// Returns the texts of all recorded streams of events.
    static func mastodonStreams() throws -> [String] {
        guard let folder else { return [] }
        return try FileManager.default
            .contentsOfDirectory(
                at: folder.appending(path: "mastodon"), includingPropertiesForKeys: nil
            )
            .filter { $0.pathExtension == "json" }
            .flatMap { file -> [String] in
                let list = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]] ?? []
                return list.filter { ($0["uri"] as? String)?.contains("/api/v1/streaming/user") ?? false }
                    .compactMap { $0["body"] as? String }
            }
    }

    /// The paths of the Mastodon API by OpenAPI, with the names of their parameters.
    struct Schema {
        private let paths: [String: [String: Any]]
        private let schemas: [String: [String: Any]]

        init() throws {
            guard let folder else {
                (paths, schemas) = ([:], [:])
                return
            }
            let data = try Data(contentsOf: folder.appending(path: "mastodon-openapi.json"))
            let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            paths = document?["paths"] as? [String: [String: Any]] ?? [:]
            let components = document?["components"] as? [String: Any]
            schemas = components?["schemas"] as? [String: [String: Any]] ?? [:]
        }

        /// Returns what is wrong with a request, or `nil` if the schema allows it.
        func violation(method: String, path: String, names: [String], form: [String]) -> String? {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let matches = paths.keys.filter { template in
                let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
                return wanted.count == parts.count && zip(wanted, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
            }
            // A fixed path goes before one with a placeholder.
            guard let template = matches.min(by: { $0.count { $0 == "{" } < $1.count { $0 == "{" } }) else {
                return "no path \(path)"
            }
            guard let operation = paths[template]?[method.lowercased()] as? [String: Any] else {
                return "no \(method) \(template)"
            }
            let parameters = operation["parameters"] as? [[String: Any]] ?? []
            let known = Set(parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
            if let wrong = names.map(Self.bare).first(where: { !known.contains($0) }) {
                return "\(method) \(template) has no parameter \(wrong), but \(known.sorted())"
            }
            let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]] ?? [:]
            let properties = Set(
                content.values.flatMap { media in propertyNames(of: media["schema"] as? [String: Any] ?? [:]) })
            if let wrong = form.map(Self.bare).first(where: { !properties.contains($0) }) {
                return "the form of \(method) \(template) has no \(wrong), but \(properties.sorted())"
            }
            return nil
        }

        private func propertyNames(of schema: [String: Any]) -> [String] {
            if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
                return propertyNames(of: schemas[String(name)] ?? [:])
            }
            let own = (schema["properties"] as? [String: Any]).map { Array($0.keys) } ?? []
            let parts = ["oneOf", "anyOf", "allOf"].flatMap { schema[$0] as? [[String: Any]] ?? [] }
            return own + parts.flatMap(propertyNames)
        }

        private static func bare(_ name: String) -> String {
            String(name.prefix { $0 != "[" })
        }
    }
}
