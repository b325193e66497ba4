import FoundationBasics

/// JSON in text columns.
struct JSONText {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    func encode(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Decodes a value. Throws ``DamagedContent`` that names it.
    func decode<T: Decodable>(_ text: String, named name: String) throws -> T {
        do {
            // `Data(text.utf8)` searches all conformances of the program once, which every start would wait for.
            var text = text
            return try decoder.decode(T.self, from: text.withUTF8 { Data(buffer: $0) })
        } catch {
            throw DamagedContent("\(name): \(error)")
        }
    }
}
