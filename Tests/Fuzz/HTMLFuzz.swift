import EngineConcepts
import FeedParsing

// Any markup renders to text in which all ranges are valid and no control character is left.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let markup = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let text = HTMLRenderer.render(markup, base: "https://fuzz.example/")
    for scalar in text.plainText.unicodeScalars {
        let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7f...0x9f).contains(scalar.value)
        precondition(!isControl, "a control character came through")
    }
    for block in text.blocks {
        let length = block.text.utf8.count
        for entity in block.entities {
            precondition(entity.range.lowerBound >= 0 && entity.range.upperBound <= length, "a range lies outside")
        }
    }
    return 0
}
