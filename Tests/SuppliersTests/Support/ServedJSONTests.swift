import Foundation
import ScenarioServer
import Testing

@Suite("JSON of fake servers")
struct ServedJSONTests {
    @Test("Fake servers write JSON as the library does, also that of parsed numbers")
    func asTheLibrary() throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(#"{"one": 1, "half": 0.5, "yes": true}"#.utf8))
        let object: [String: Any] = [
            "text": "“é” \"quoted\" https://a.example/\\ \n\t\r\u{8}\u{c}\u{1}\u{1f}", "empty": "", "none": NSNull(),
            "flags": [true, false], "numbers": [0, 1, -7, 1_795_262_400_000], "list": [] as [Any],
            "time": Int64(1_795_262_400),
            "nested": ["b": ["name": "x"], "a": [["c": "d"], ["e": "f"]]] as [String: Any], "parsed": parsed,
        ]
        let expected = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        let written = try ServedJSON(object).bytes
        #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
}
