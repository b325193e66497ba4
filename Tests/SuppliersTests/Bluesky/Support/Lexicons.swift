import Foundation
import Testing

@testable import Suppliers

/// The schemas of records.
struct Lexicons {
    private let documents: [String: [String: Any]]

    init() throws {
        var documents: [String: [String: Any]] = [:]
        let folder = try #require(SocialCorpus.folder).appending(path: "lexicons")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".json") {
            let data = try Data(contentsOf: folder.appending(path: path))
            guard let document = try JSONSerialization.jsonObject(with: data) as? [String: Any],
                let id = document["id"] as? String
            else { continue }
            documents[id] = document["defs"] as? [String: Any]
        }
        self.documents = documents
    }

    /// Returns what is wrong with a record.
    func violations(of record: Any, _ collection: String) -> [String] {
        guard let main = documents[collection]?["main"] as? [String: Any], let schema = main["record"] as? [String: Any]
        else {
            return ["no schema \(collection)"]
        }
        return check(record, schema, in: collection, "record")
    }

    private func check(_ value: Any, _ schema: [String: Any], in document: String, _ path: String) -> [String] {
        switch schema["type"] as? String {
        case "ref": return follow(schema["ref"] as? String ?? "", value, document, path)
        case "union":
            guard let object = value as? [String: Any], let type = object["$type"] as? String else {
                return ["\(path): no $type"]
            }
            let refs = (schema["refs"] as? [String] ?? []).map { $0.hasPrefix("#") ? document + $0 : $0 }
            guard refs.contains(type) else { return ["\(path): \(type) is not one of \(refs)"] }
            return follow(type, value, document, path)
        case "object", "record":
            guard let object = value as? [String: Any] else { return ["\(path): not an object"] }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
                .map { "\(path): no \($0)" }
            return missing
                + object.flatMap { name, member -> [String] in
                    if name == "$type" { return [] }
                    guard let property = properties[name] else { return ["\(path): unknown \(name)"] }
                    return check(member, property, in: document, "\(path).\(name)")
                }
        case "array":
            guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else {
                return ["\(path): no list"]
            }
            if let most = schema["maxLength"] as? Int, list.count > most { return ["\(path): too long"] }
            return list.flatMap { check($0, items, in: document, path + "[]") }
        case "string":
            guard let text = value as? String else { return ["\(path): not a text"] }
            switch schema["format"] as? String {
            case "at-uri": return ATURI(text) == nil ? ["\(path): \(text)"] : []
            case "did": return DID(text) == nil ? ["\(path): \(text)"] : []
            case "datetime": return ATDate.parse(text) == nil ? ["\(path): \(text)"] : []
            default: return []
            }
        case "integer": return value is Int ? [] : ["\(path): not a number"]
        default: return []
        }
    }

    private func follow(_ reference: String, _ value: Any, _ document: String, _ path: String) -> [String] {
        let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let id = parts[0].isEmpty ? document : parts[0]
        guard let schema = documents[id]?[parts.count > 1 ? parts[1] : "main"] as? [String: Any] else {
            return ["\(path): no schema \(reference)"]
        }
        return check(value, schema, in: id, path)
    }
}
