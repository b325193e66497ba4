package import EngineConcepts
import FiberConfiguration
import Foundation

/// Reads files given to commands. Throws a ``CommandFailure`` that names the file if it cannot be read.
package enum InputFile {
    /// The maximum number of bytes of a list of sources. Lists of ten thousand sources have a tenth of that.
    private static let maximumListLength = 16_000_000

    /// Returns the name of `file` in messages; `-` is standard input.
    package static func name(_ file: String) -> Message.Argument {
        file == "-" ? .message(Message("standardInput")) : .text(file)
    }

    /// Returns the subject of messages about `file`, with which they begin; `-` is standard input.
    package static func subject(_ file: String) -> Message.Argument {
        file == "-" ? .message(Message("received", ["source": name(file)])) : .text(file)
    }

    /// Returns the contents of a list of sources; `-` is standard input.
    package static func readList(_ file: String) throws -> [UInt8] {
        try read(file, upTo: maximumListLength, otherwise: "listTooLarge")
    }

    /// Returns the contents of `file`; `-` is standard input.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes: an input without end would be read for ever.
    ///   - tooLarge: The key of the error of a larger file, which has the arguments `file` and `limit`.
    package static func read(_ file: String, upTo limit: Int, otherwise tooLarge: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(file, upTo: limit, otherwise: tooLarge) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Reads `file` in pieces of up to 64 KiB through one buffer: memory for each would cost a twentieth of parsing. A piece
    /// is valid only during the call of `accept`, whose errors end the reading. The other parameters are those of
    /// ``read(_:upTo:otherwise:)``.
    package static func read(
        _ file: String, upTo limit: Int, otherwise tooLarge: String, _ accept: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        do {
            let handle = try file == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var length = 0
            while true {
                let count = try buffer.withUnsafeMutableBytes { buffer in
                    let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
                    guard count >= 0 || errno == EINTR else { throw POSIXError.current }
                    guard count > 0 else { return count }
                    length += count
                    guard length <= limit else {
                        throw CommandFailure(Message(tooLarge, ["file": subject(file), "limit": .bytes(limit)]))
                    }
                    try accept(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    return count
                }
                if count == 0 { return }
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw failure(file, error)
        }
    }

    private static func failure(_ file: String, _ error: any Error) -> CommandFailure {
        let values: [String: Message.Argument] = ["path": .text(file)]
        if FileManager.default.isDirectory(file) { return CommandFailure(Message("fileIsDirectory", values)) }
        return switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: CommandFailure(Message("fileNotFound", values))
        case .fileReadNoPermission: CommandFailure(Message("fileForbidden", values))
        default: CommandFailure(Message("fileUnreadable", values), cause: error.localizedDescription)
        }
    }
}
