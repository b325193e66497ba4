import LibC

/// Finds the programs built together with the tests.
public enum BuiltProduct {
    /// The path of the program `name`.
    public static func path(_ name: String) throws -> String {
        for candidate in candidates {
            let path = candidate + "/" + name
            if access(path, X_OK) == 0 { return path }
        }
        throw TerminalTestFailure("\(name) was not found in \(candidates.joined(separator: ", ")).")
    }

    /// The possible directories of the test bundle: the path of the runner, or the bundle itself.
    private static var candidates: [String] {
        var paths: [String] = []
        let arguments = CommandLine.arguments
        if let place = arguments.firstIndex(of: "--test-bundle-path"), place + 1 < arguments.count {
            paths.append(arguments[place + 1])
        }
        paths += arguments.prefix(1)
        return paths.flatMap { path in
            // On macOS the program is deeper: Bundle.xctest/Contents/MacOS/Bundle.
            sequence(first: path) { parent(of: $0) }.dropFirst().prefix(4)
        }
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }
}
