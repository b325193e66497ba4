import Foundation

/// Files that commands are given.
enum InputFile {
    /// What `file` holds; `-` is standard input.
    static func read(_ file: String) throws -> [UInt8] {
        do {
            let handle = try file == "-" ? .standardInput : FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            return [UInt8](try handle.readToEnd() ?? Data())
        } catch {
            throw CommandFailure(.failed, failure(file, error))
        }
    }

    /// Why `file` cannot be read, in plain words.
    static func failure(_ file: String, _ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "There is no file \(file). Check the path."
        case .fileReadNoPermission: "\(file) may not be read. Check its permissions."
        default: "\(file) cannot be read: \(error.localizedDescription)"
        }
    }
}
