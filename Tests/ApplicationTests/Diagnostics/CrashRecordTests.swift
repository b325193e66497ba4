import EngineConcepts
import Foundation
import Localization
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

    @Test("The newest crash is found whether it was shown or not, apart from running and killed processes")
    func newest() throws {
        let directory = try TemporaryDirectory()
        #expect(try CrashRecord.newest(in: directory.path + "/missing") == nil)
        let records = [
            ("crashed-2000000003", "signal 6\n"), ("crash-2000000002", "signal 11\ncode 1\n"),
            ("crashed-2000000001", "signal 4\n"), ("crash-2000000004", ""), ("crash-\(getpid())", "signal 5\n"),
            ("crash-notes", "signal 7\n"),
        ]
        for (index, record) in records.enumerated() {
            let path = try directory.write(record.1, to: record.0)
            let date = Date(timeIntervalSince1970: TimeInterval(1_000_000 + (index == 1 ? 3 : index)))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let crash = try #require(try CrashRecord.newest(in: directory.path))
        #expect(crash.path == "\(directory.path)/crash-2000000002" && crash.time == Timestamp(seconds: 1_000_003))
        #expect(Localizer.english(crash.reason) == "signal SIGSEGV")
        #expect(try CrashRecord.takeReports(in: directory.path).count == 1)
        #expect(try CrashRecord.newest(in: directory.path)?.path == "\(directory.path)/crashed-2000000002")
    }
}
