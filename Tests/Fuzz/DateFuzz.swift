import EngineConcepts
import WebText

// Any text parses to `nil` or to a time of this era, which survives printing and parsing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDate(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let time = FeedDate.parse(text) else { return 0 }
    precondition((999...10_000).contains(CivilTime(time).year), "a year that no feed means")
    let printed = time.rfc3339
    if CivilTime(time).year <= 9999, CivilTime(time).year >= 1000 {
        precondition(FeedDate.parse(printed)?.seconds == time.seconds, "does not read back")
    }
    return 0
}
