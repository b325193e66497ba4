import EngineConcepts
import Foundation

/// Reads files given to commands. Throws a ``CommandFailure`` that names the file if it cannot be read.
package enum InputFile {
    /// Returns the contents of `file`; `-` is standard input.
    package static func read(_ file: String) throws -> [UInt8] {
        do {
            let handle = try file == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            return [UInt8](try handle.readToEnd() ?? Data())
        } catch {
            throw failure(file, error)
        }
    }

    /// Reads `file` (`-` is standard input) in pieces of up to 64 KiB through one buffer: memory for each would cost a
    /// twentieth of parsing. A piece is valid only during the call of `accept`.
    package static func read(_ file: String, _ accept: (UnsafeRawBufferPointer) -> Void) throws {
        do {
            let handle = try file == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try buffer.withUnsafeMutableBytes { buffer in
                    let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
                    guard count >= 0 || errno == EINTR else {
                        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                    }
                    if count > 0 { accept(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                    return count
                }
                if count == 0 { return }
            }
        } catch {
            throw failure(file, error)
        }
    }

    private static func failure(_ file: String, _ error: any Error) -> CommandFailure {
        let values: [String: Message.Argument] = ["path": .text(file)]
        return switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: CommandFailure(Message("fileNotFound", values))
        case .fileReadNoPermission: CommandFailure(Message("fileForbidden", values))
        default: CommandFailure(Message("fileUnreadable", values), cause: error.localizedDescription)
        }
    }
}
