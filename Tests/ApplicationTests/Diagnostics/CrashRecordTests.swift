import Foundation
import TestSupport
import Testing

@testable import Application

@Suite("Records of crashes")
struct CrashRecordTests {
    @Test("Each crash is reported once, and only the newest records are kept")
    func kept() throws {
        let directory = try TemporaryDirectory()
        // No process has such a number.
        let numbers = (1...12).map { 2_000_000_000 + $0 }
        for number in numbers {
            let path = try directory.write("signal \(number)\n", to: "crash-\(number)")
            let date = Date(timeIntervalSince1970: TimeInterval(number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        #expect(try CrashRecord.takeReports(in: directory.path).count == 12)
        #expect(try CrashRecord.takeReports(in: directory.path).isEmpty)
        #expect(CrashRecord.texts(in: directory.path) == numbers.dropFirst(2).map { "signal \($0)" })
    }
}
