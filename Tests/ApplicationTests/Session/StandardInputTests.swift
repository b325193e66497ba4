import Foundation
import TestSupport
import Testing

@testable import Application

@Suite("Standard input", .timeLimit(.minutes(5)))
struct StandardInputTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Opens a file with a descriptor that programs of other tests do not inherit.
    private func descriptor(of path: String) throws -> Int32 {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        return descriptor
    }

    private func firstByte(_ descriptor: Int32) -> UInt8 {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 0) == 1 ? byte : 0
    }

    @Test("The terminal takes the place of standard input, which is read elsewhere")
    func moved() throws {
        let input = try descriptor(of: directory.write("input", to: "input"))
        defer { close(input) }
        let moved = try StandardInput.move(input, asideFor: directory.write("terminal", to: "terminal"))
        defer { close(moved) }
        #expect(firstByte(input) == UInt8(ascii: "t") && firstByte(moved) == UInt8(ascii: "i"))
    }

    @Test("Without a terminal, standard input stays in its place, and no other descriptor of it stays open")
    func noTerminal() throws {
        let path = try directory.write("input", to: "input")
        let input = try descriptor(of: path)
        #expect(throws: CommandFailure.self) {
            _ = try StandardInput.move(input, asideFor: directory.path + "/none")
        }
        #expect(firstByte(input) == UInt8(ascii: "i"))
        // The lock ends with the last descriptor of its file.
        #expect(flock(input, LOCK_EX) == 0)
        close(input)
        let other = try descriptor(of: path)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
    }
}
