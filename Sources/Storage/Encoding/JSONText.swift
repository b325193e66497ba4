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
            return try decoder.decode(T.self, from: Data(text.utf8))
        } catch {
            throw DamagedContent("\(name): \(error)")
        }
    }
}
