import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Queries
import TestSupport
import Testing
import WebText

@Suite("The library's sources")
struct LibraryTests {
    private let directory: TemporaryDirectory
    private let file: LibraryFile

    init() throws {
        directory = try TemporaryDirectory()
        file = LibraryFile(path: directory.path + "/deep/library.toml")
    }

    private func source(_ id: SupplierID, _ name: String? = nil) -> SourceDescription {
        SourceDescription(id: id, address: "https://\(id.rawValue).example/feed", name: name)
    }

    @Test("A library that begins with a byte order mark and a table can be changed")
    func byteOrderMark() throws {
        let table = "[[source]]\nid = \"a\"\nurl = \"https://a.example/feed\"\n"
        let path = try directory.write("\u{feff}" + table, to: "library.toml")
        let marked = LibraryFile(path: path)
        _ = try marked.update { $0.put(source("a", "Ann")) }
        #expect(try directory.read("library.toml").hasSuffix(table + "name = \"Ann\"\n"))
        _ = try marked.update { $0.put(source("b")) }
        #expect(try marked.read().sources.map(\.id) == ["a", "b"])
    }

    @Test("Added sources are read back in the order of adding")
    func addAndRead() throws {
        _ = try file.update { $0.put(source("b", "Bee \"quoted\" \\ \u{1}\n日本")) }
        _ = try file.update { $0.put(source("a")) }
        _ = try file.update { library in
            library.put(
                SourceDescription(
                    id: "c", address: "c", topics: ["F1", "World"], isPaused: true, presentedAs: .posts))
        }
        let library = try file.read()
        #expect(library.sources.map(\.id) == ["b", "a", "c"])
        #expect(library.source("b")?.name == "Bee \"quoted\" \\ \u{1}\n日本")
        #expect(library.source("c")?.topics == ["F1", "World"])
        #expect(library.source("c")?.isPaused == true)
        #expect(library.source("c")?.presentedAs == .posts)
    }

    @Test("A link to no file is reported, and neither read as an empty file nor replaced by one")
    func danglingLink() throws {
        let target = directory.path + "/dotfiles/file.toml"
        let link = directory.path + "/link.toml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let library = LibraryFile(path: link)
        try ConfigurationFile.writeDefault(to: link)
        let uses: [() throws -> Void] = [
            { _ = try library.read() }, { _ = try library.update { $0.put(source("a")) } },
            { _ = try ConfigurationFile(path: link) }, { try SecretsFile(path: link).put("secret", named: "name") },
        ]
        for use in uses {
            let error = #expect(throws: ConfigurationError.self) { try use() }
            #expect(error?.failure.key == "linkDangles", "\(error?.description ?? "")")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        try FileManager.default.createDirectory(
            atPath: directory.path + "/dotfiles", withIntermediateDirectories: true)
        try directory.write("", to: "dotfiles/file.toml")
        _ = try library.update { $0.put(source("a")) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try LibraryFile(path: target).read().sources.map(\.id) == ["a"])
    }

    @Test("A file keeps its permissions and a link to it, and no lock stays in the directory of either")
    func permissions() throws {
        let elsewhere = try TemporaryDirectory()
        let target = try elsewhere.write("", to: "library.toml")
        let path = directory.path + "/library.toml"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        for permissions in [0o644, 0o640, 0o600] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target)
            _ = try LibraryFile(path: path).update { $0.put(source("a", "\(permissions)")) }
            let kept = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(kept == permissions)
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        for directory in [directory, elsewhere] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["library.toml"])
        }
        _ = try file.update { $0.put(source("a")) }
        let new = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(new == 0o600)
    }

    @Test("A link that leads back to itself, and one of the directory that leads nowhere, are reported and stay")
    func brokenLinks() throws {
        let (loop, folder) = (directory.path + "/loop.toml", directory.path + "/folder")
        let target = directory.path + "/unmounted"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: target)
        for (file, link) in [(loop, loop), (folder + "/file.toml", folder)] {
            try ConfigurationFile.writeDefault(to: file)
            let uses: [() throws -> Void] = [
                { _ = try LibraryFile(path: file).read() }, { _ = try ConfigurationFile(path: file) },
                { _ = try LibraryFile(path: file).update { $0.put(source("a")) } },
            ]
            for use in uses {
                let error = #expect(throws: ConfigurationError.self) { try use() }
                #expect(error?.failure.key == "linkDangles" && error?.file == link, "\(error?.description ?? "")")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A directory in the place of a file is reported as one")
    func directoryInPlace() throws {
        let path = directory.path
        let uses: [() throws -> Void] = [
            { _ = try LibraryFile(path: path).read() }, { _ = try ConfigurationFile(path: path) },
        ]
        for use in uses {
            let error = #expect(throws: ConfigurationError.self) { try use() }
            #expect(error?.failure.key == "directoryInPlace", "\(error?.description ?? "")")
        }
    }

    @Test("A pipe in the place of a file is reported as one, without waiting for it")
    func pipeInPlace() throws {
        let path = directory.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let uses: [() throws -> Void] = [
            { _ = try LibraryFile(path: path).read() }, { _ = try ConfigurationFile(path: path) },
        ]
        for use in uses {
            let error = #expect(throws: ConfigurationError.self) { try use() }
            #expect(error?.failure.key == "pipeInPlace", "\(error?.description ?? "")")
        }
    }

    @Test("Reordered sources keep their order and comments, and a new one comes last")
    func order() throws {
        let text = """
            # What I follow.

            # the first one
            [[source]]
            id = "a"
            url = "https://a.example/feed"
            colour = "red"

            [[source]]
            id = "b"
            url = "https://b.example/feed"

            [mine]
            x = 1

            # the last one
            [[source]]
            id = "c"
            url = "https://c.example/feed"
            """
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path)
        var library = try file.update { $0.arrange(["c", "a", "b"]) }
        #expect(library.sources.map(\.id) == ["c", "a", "b"])
        #expect(try file.read().sources == library.sources)
        let written = try directory.read("library.toml")
        #expect(written.contains("# the last one\n[[source]]\nid = \"c\"\n"))
        #expect(written.contains("# the first one\n[[source]]\nid = \"a\"\n"))
        #expect(written.contains("colour = \"red\"\n\n") && written.contains("[mine]\nx = 1\n"))
        library = try file.update { $0.put(source("aa")) }
        #expect(library.sources.map(\.id) == ["c", "a", "b", "aa"])
        #expect(try file.read().sources == library.sources)
        library = try file.update { $0.arrange(["a", "aa", "b", "c"]) }
        library = try file.update { $0.put(source("ab")) }
        #expect(try file.read().sources.map(\.id) == ["a", "aa", "b", "c", "ab"])
    }

    @Test("A source with only an address is complete: its id is derived, and kept when the address changes")
    func derivedID() throws {
        let text = """
            # mine
            [[source]]
            url = "https://a.example/feed"  # the best

            [[source]]
            url = 'https://b.example/feed'
            """
        try FileManager.default.createDirectory(
            atPath: directory.path + "/deep", withIntermediateDirectories: true)
        try text.write(toFile: file.path, atomically: true, encoding: .utf8)
        var source = try #require(try file.read().sources.first)
        #expect(source.id.rawValue.hasPrefix("feed:a.example-feed-"))
        source.name = "Aye"
        source.interval = 7200
        source.isFiltered = false
        _ = try file.update { $0.put(source) }
        source.address = "https://c.example/feed"
        let changed = try file.update { $0.put(source) }
        #expect(changed.sources.first == source && changed.sources.count == 2)
        #expect(try file.read() == changed)
        let written = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(written.contains("# mine\n[[source]]\nurl = \"https://c.example/feed\"  # the best\n"), "\(written)")
        #expect(written.contains("every = \"2h\"\nfilter = false\n"), "\(written)")
        #expect(written.components(separatedBy: "id = ").count == 2, "\(written)")
    }

    @Test("An address may lack its scheme, and an invalid one is a warning at its line that costs no other source")
    func addressesByHand() throws {
        let text = """
            [[source]]
            url = "example.org/feed.xml"  # mine

            [[source]]
            url = "not a url"
            colour = "red"

            [[source]]
            url = "https://a.example/feed"

            """
        let path = try directory.write(text, to: "library.toml")
        let feed = SourceKind(
            id: "feed", name: "feed", glyph: SourceKind.Glyph("≡", ascii: "="), colorRole: "kind-feed",
            addressPrefixes: ["http:", "https:"])
        let file = LibraryFile(path: path, kinds: SourceKinds([feed])) { address in
            address.hasPrefix("https:") ? nil : .verbatim("“\(address)” is wrong.")
        }
        let library = try file.read()
        let addresses = ["https://example.org/feed.xml", "not a url", "https://a.example/feed"]
        #expect(library.sources.map(\.address) == addresses)
        #expect(library.sources[0].id == SupplierKind("feed").sourceID(for: "https://example.org/feed.xml"))
        #expect(Set(library.sources.map(\.id)).count == 3)
        let warnings = library.warnings.filter(\.turnsSomethingOff).map(\.message.english)
        #expect(warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.contains("library.toml:5:7: “not a url” is wrong. The source is off.") == true)
        let changed = try file.update { library in
            library.sources.filter { $0.address != "https://a.example/feed" }
                .forEach { source in
                    var named = source
                    named.name = "N"
                    library.put(named)
                }
        }
        #expect(changed.sources.map(\.name) == ["N", "N", nil])
        let written = try directory.read("library.toml")
        #expect(written.contains("url = \"example.org/feed.xml\"  # mine\nname = \"N\"\n"), "\(written)")
        #expect(written.contains("url = \"not a url\"\ncolour = \"red\"\nname = \"N\"\n"), "\(written)")
    }

    @Test("An id with a slash, by which commands could not find items, is warned of at its line, and the source stays")
    func idWithSlash() throws {
        let path = try directory.write("[[source]]\nid = \"a/b\"\nurl = \"https://a.example/\"\n", to: "library.toml")
        let library = try LibraryFile(path: path).read()
        #expect(library.sources.map(\.id) == ["a/b"])
        let warnings = library.warnings.map(\.message.english)
        #expect(warnings.count == 1 && warnings.first?.contains("library.toml:2:6: ") == true, "\(warnings)")
    }

    @Test("The command that acts for a source is kept")
    func acting() throws {
        var source = source("command:x")
        source.actCommand = #"sh -c 'echo "a\b"'"#
        let kept = source
        _ = try file.update { $0.put(kept) }
        #expect(try file.read().sources == [kept])
    }

    @Test("Added sources and the topics that only they name keep their order")
    func appended() throws {
        let library = try file.update { library in
            for (id, topic) in [("z", "Zoo"), ("m", "Art"), ("a", "Zoo")] {
                var source = source(SupplierID(id))
                source.topics = [topic]
                library.put(source)
            }
        }
        #expect(library.sources.map(\.id) == ["z", "m", "a"])
        #expect(try file.read().sources.map(\.id) == ["z", "m", "a"])
        #expect(try file.read().allTopics.map(\.name) == ["Zoo", "Art"])
    }

    @Test(
        "Intervals are a minute to a year",
        arguments: [
            ("30m", 1800), ("90m", 5400), ("2h", 7200), ("1d", 86_400), ("0m", nil), ("5", nil), ("400d", nil),
            ("99999999999999999999d", nil), ("-1h", nil),
        ] as [(String, Int?)])
    func intervals(text: String, seconds: Int?) {
        #expect(SourceInterval.seconds(in: text) == seconds)
        if let seconds { #expect(SourceInterval.seconds(in: SourceInterval.text(of: seconds)) == seconds) }
    }

    @Test("An unknown display of a source turns it off with a warning that lists the known ones")
    func unknownPresentation() throws {
        _ = try file.update { $0.put(source("a")) }
        try Data("[[source]]\nid = \"a\"\nurl = \"https://a.example\"\nshow-as = \"poems\"\n".utf8)
            .write(to: URL(filePath: file.path))
        let library = try file.read()
        let warning = try #require(library.warnings.first?.message.english)
        #expect(warning.contains(":4:") && warning.contains("\"stories\""), "\(warning)")
        #expect(warning.contains("The source is off."), "\(warning)")
        #expect(library.source("a")?.fault != nil)
    }

    @Test("A change of the library keeps comments, order and unknown keys")
    func keepsWhatIsTheUsers() throws {
        let text = """
            # mine

            # the best one
            [[source]]
            id = "m"
            url = "https://m.example/feed"   # moved in May
            colour = "red"

            [rules]
            x = 1

            """
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path)
        _ = try file.update { library in
            library.put(source("z"))
            guard var renamed = library.source("m") else { return }
            renamed.name = "Em"
            library.put(renamed)
        }
        #expect(
            try directory.read("library.toml") == """
                # mine

                # the best one
                [[source]]
                id = "m"
                url = "https://m.example/feed"   # moved in May
                colour = "red"
                name = "Em"

                [rules]
                x = 1

                [[source]]
                id = "z"
                url = "https://z.example/feed"

                """)
        _ = try file.update { $0.remove("z") }
        _ = try file.update { library in
            guard var plain = library.source("m") else { return }
            plain.name = nil
            library.put(plain)
        }
        #expect(try directory.read("library.toml") == text)
    }

    @Test(
        "A table of another file of the user is reported in a library, and stays",
        arguments: ["note", "person", "command", "macro"])
    func tableOfAnotherFile(kind: String) throws {
        let table = "[[\(kind)]]\nname = \"x\"\nauthor = \"y\"\n"
        let text = "[[source]]\nid = \"a\"\nurl = \"https://a.example/feed\"\n\n# mine\n\(table)"
        let file = LibraryFile(path: try directory.write(text, to: "library.toml"))
        let warnings = try file.read().warnings.map(\.message.english)
        #expect(warnings.count == 1 && warnings[0].contains("There is no table “\(kind)”"), "\(warnings)")
        _ = try file.update { library in
            library.put(source("b"))
            library.remove("a")
        }
        #expect(try directory.read("library.toml").contains("# mine\n\(table)"))
        #expect(try file.read().sources.map(\.id) == ["b"])
    }

    @Test("A comment behind a removed key stays, and so does a heading below a removed source")
    func keepsComments() throws {
        let text = """
            # ===== Racing =====

            # the best one
            [[source]]
            id = "a"
            url = "https://a.example/feed"
            paused = true  # until May
            # near

            # ===== News =====

              # indented
            [[source]]
            id = "b"
            url = "https://b.example/feed"

            """
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path)
        _ = try file.update { library in
            guard var source = library.source("a") else { return }
            source.isPaused = false
            library.put(source)
        }
        let changed = text.replacing("paused = true  # until May", with: "# until May")
        #expect(try directory.read("library.toml") == changed)
        _ = try file.update { $0.remove("a") }
        #expect(
            try directory.read("library.toml") == """
                # ===== Racing =====

                # ===== News =====

                  # indented
                [[source]]
                id = "b"
                url = "https://b.example/feed"

                """)
    }

    @Test("A source that is brought back gives its topic the former number, unlike one that is added")
    func topicNumbers() throws {
        let sources = ["a", "b", "c"]
            .map {
                SourceDescription(id: SupplierID($0), address: "https://\($0).example/", topics: ["T\($0)"])
            }
        _ = try file.update { library in for source in sources { library.put(source) } }
        var removed: RemovedSource?
        _ = try file.update { removed = $0.remove("a") }
        func names(_ library: Library) -> [String] { library.allTopics.map(\.name) }
        let first = try #require(removed)
        let restored = try file.update(keepsTopicNumbers: false) { $0.restore(first) }
        #expect(names(restored) == ["Ta", "Tb", "Tc"])
        _ = try file.update { $0.remove("a") }
        let added = try file.update { library in
            library.put(sources[0])
            library.arrange(["a", "b", "c"])
        }
        #expect(names(added) == ["Tb", "Tc", "Ta"])
    }

    @Test("A source that is brought back brings back the entry of a topic that only it had")
    func topicEntries() throws {
        _ = try file.update { library in
            for name in ["a", "b", "c"] {
                library.put(
                    SourceDescription(
                        id: SupplierID(name), address: "https://\(name).example/", topics: ["T\(name)"]))
                library.put(Topic(name: "T\(name)", isPinned: true))
            }
        }
        let before = try directory.read("deep/library.toml")
        var removed: RemovedSource?
        _ = try file.update { removed = $0.remove("b") }
        #expect(try !directory.read("deep/library.toml").contains("Tb"))
        let second = try #require(removed)
        let restored = try file.update(keepsTopicNumbers: false) { $0.restore(second) }
        #expect(restored.topics.map(\.name) == ["Ta", "Tb", "Tc"] && restored.topics.allSatisfy(\.isPinned))
        #expect(try file.read() == restored && restored.sources.map(\.id) == ["a", "b", "c"])
        #expect(try directory.read("deep/library.toml").count == before.count)
    }

    @Test("A source at the former address of another one has an id that no query about the other one finds")
    func ids() throws {
        let moved = SourceDescription(id: "feed:kerb-1a", address: "https://new.example/feed")
        let added = SourceDescription(id: "feed:kerb-1a", address: "https://kerb.example/feed")
        let library = Library(sources: [moved])
        let id = library.id(of: added)
        #expect(id != moved.id && library.id(of: moved) == moved.id)
        let query = try #require(Query.source(moved.id))
        #expect(query.warnings(on: [], sources: [moved.id: "New"]).isEmpty)
        #expect(query.warnings(on: [], sources: [id: "Kerb"]).map(\.key) == ["sourceMissing"])
    }

    @Test("A source that is brought back does not replace one that has its id by now")
    func takenID() throws {
        let moved = SourceDescription(id: "feed:kerb-1a", address: "https://new.example/feed")
        let added = SourceDescription(id: "feed:kerb-1a", address: "https://kerb.example/feed")
        var library = Library(sources: [moved])
        let removed = library.remove(moved.id)
        library.put(added)
        library.restore(try #require(removed))
        #expect(Set(library.sources.map(\.address)) == [moved.address, added.address])
        #expect(library.source(added.id) == added)
    }

    @Test("A source that is brought back under another id is at its place again, not the one that has its id by now")
    func placeOfTakenID() throws {
        let first = SourceDescription(id: "feed:first", address: "https://first.example/feed")
        let moved = SourceDescription(id: "feed:kerb-1a", address: "https://new.example/feed")
        let last = SourceDescription(id: "feed:last", address: "https://last.example/feed")
        let added = SourceDescription(id: "feed:kerb-1a", address: "https://kerb.example/feed")
        var library = Library(sources: [first, moved, last])
        let removed = library.remove(moved.id)
        library.put(added)
        library.restore(try #require(removed))
        #expect(library.sources.map(\.address) == [first, moved, added, last].map(\.address))
    }

    @Test("Random changes make the same library in the file and in memory", arguments: 1...4 as ClosedRange<UInt64>)
    func randomChanges(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func roll(_ bound: Int) -> Int { generator.number(0...bound - 1) }
        var model = Library()
        for _ in 0..<120 {
            let id = SupplierID("s\(roll(12))")
            let former = model
            if roll(3) == 0 {
                model.remove(id)
                _ = try file.update { $0.remove(id) }
            } else {
                let source = SourceDescription(
                    id: id, address: "https://x.example/\(roll(9))", name: roll(2) == 0 ? nil : "N\(roll(5))",
                    topics: roll(2) == 0 ? [] : ["T\(roll(3))"], isPaused: roll(2) == 0)
                model.put(source)
                _ = try file.update { $0.put(source) }
            }
            model.keepTopicNumbers(after: former)
            #expect(try file.read() == model, "seed \(seed)")
            let (before, after) = (former.allTopics.map(\.name), model.allTopics.map(\.name))
            for (number, name) in before.enumerated() {
                #expect(after.firstIndex(of: name) ?? 0 <= number, "seed \(seed): \(before), \(after)")
            }
        }
    }

    @Test("A file from which the last source is removed does not look lost")
    func lastRemoved() throws {
        let text = "[[source]]\nid = \"a\"\nurl = \"https://a.example/\"\n"
        let file = LibraryFile(path: try directory.write(text, to: "one.toml"))
        #expect(try file.update { $0.remove("a") }.sources.isEmpty)
        #expect(try !file.isBlank())
        for text in [" \n\n", "\u{feff}", "\u{feff}\n"] {
            try directory.write(text, to: "one.toml")
            #expect(try file.isBlank())
        }
        #expect(try LibraryFile(path: directory.path + "/none.toml").isBlank())
    }

    @Test("A change of a library that was lost since it was read writes nothing, and one of a new library does")
    func lost() throws {
        _ = try file.update { $0.put(source("a")) }
        _ = try file.read()
        try FileManager.default.removeItem(atPath: file.path)
        let error = #expect(throws: ConfigurationError.self) { try file.update { $0.put(source("b")) } }
        #expect(error == .blank(file.path))
        #expect(try file.isBlank())
        #expect(try LibraryFile(path: file.path).update { $0.put(source("b")) }.sources.map(\.id) == ["b"])
    }

    @Test("A library that is not TOML is reported with its position and left untouched")
    func brokenFile() throws {
        let text = "[[source]]\nid = \"a\"\nurl = \n"
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path)
        let error = #expect(throws: ConfigurationError.self) { try file.update { $0.remove("a") } }
        #expect(error?.code == .syntax)
        #expect(error?.position?.line == 3)
        #expect(try directory.read("library.toml") == text)
    }

    @Test("A library with zero bytes is no empty one: it is reported and left untouched", arguments: ["", "# Mine.\n"])
    func zeroBytes(beginning: String) throws {
        let text = beginning + String(repeating: "\0", count: 700)
        let path = try directory.write(text, to: "library.toml")
        let file = LibraryFile(path: path)
        #expect(try !file.isBlank())
        let error = #expect(throws: ConfigurationError.self) { try file.read() }
        #expect(error?.code == .syntax)
        #expect(error?.message.english.contains("zero") == true, "\(String(describing: error))")
        #expect(throws: ConfigurationError.self) { try file.update { $0.put(source("a")) } }
        #expect(try directory.read("library.toml") == text)
    }

    @Test("A source without an address, or with another error, is off alone, and is on once it is corrected")
    func faultySources() throws {
        let text = """
            [[source]]
            id = "a"
            url = "u"

            [[source]]
            id = "b"

            [[source]]
            id = "c"
            url = "v"
            topics = "x"

            [[source]]

            """
        let path = try directory.write(text, to: "l.toml")
        let file = LibraryFile(path: path)
        let library = try file.read()
        let off = library.warnings.filter(\.turnsSomethingOff)
        #expect(off.map { $0.position?.line } == [5, 11, 13], "\(off)")
        #expect(library.sources.map(\.id) == ["a", "b", "c"])
        #expect(library.sources.map { $0.fault == nil } == [true, false, false])
        let named = try file.update { library in
            for id in ["a", "b"] as [SupplierID] {
                guard var source = library.source(id) else { continue }
                source.name = "N"
                library.put(source)
            }
        }
        #expect(named.sources.map(\.name) == ["N", "N", nil] && named.source("b")?.fault != nil)
        #expect(try directory.read("l.toml").contains("topics = \"x\"\n"))
        let corrected = try file.update { library in
            guard var source = library.source("c") else { return }
            source.topics = ["x"]
            library.put(source)
        }
        #expect(corrected.source("c")?.fault == nil && corrected.source("c")?.topics == ["x"])
        #expect(try file.read().source("c")?.fault == nil)
    }

    @Test("A library with line breaks of both kinds can be changed, and has one kind then")
    func mixedLineBreaks() throws {
        let a = "[[source]]\nid = \"a\"\nurl = \"https://a.example/feed\"\n"
        let b = "# Mine.\n[[source]]\nid = \"b\"\nurl = \"https://b.example/feed\"\n"
        let path = try directory.write("\(a)\n\(b.replacing("\n", with: "\r\n"))", to: "library.toml")
        _ = try LibraryFile(path: path).update { $0.put(source("b", "Bee")) }
        #expect(try directory.read("library.toml") == "\(a)\n\(b)name = \"Bee\"\n")
    }

    @Test("A change of a library with CRLF keeps its line breaks")
    func lineBreaks() throws {
        let a = "[[source]]\r\nid = \"a\"\r\nurl = \"https://a.example/feed\"\r\n"
        let b = "# Mine.\r\n[[source]]\r\nid = \"b\"\r\nurl = \"https://b.example/feed\"\r\n"
        let path = try directory.write("\(a)\r\n\(b)", to: "library.toml")
        _ = try LibraryFile(path: path).update { $0.put(source("b", "Bee")) }
        #expect(try directory.read("library.toml") == "\(a)\r\n\(b)name = \"Bee\"\r\n")
        _ = try LibraryFile(path: path).update { $0.remove("b") }
        #expect(try directory.read("library.toml") == a)
    }

    @Test("A library with syntax that cannot be edited is left untouched")
    func unsafeEdit() throws {
        let text = "source = [ { id = \"a\", url = \"u\" } ]\n"
        let path = try directory.write(text, to: "library.toml")
        for change in [{ $0.remove("a") }, { $0.put(source("b")) }] as [(inout Library) -> Void] {
            let error = #expect(throws: ConfigurationError.self) { try LibraryFile(path: path).update(change) }
            #expect(error?.code == .unsafeEdit)
        }
        #expect(try directory.read("library.toml") == text)
    }

    @Test("An edit that would give one source's lines to another is refused")
    func keepsSubtables() throws {
        let text = """
            [[source]]
            id = "a"
            url = "u"

            [[source]]
            id = "b"
            url = "u"
            [source.extra]
            x = 1

            """
        let path = try directory.write(text, to: "library.toml")
        let error = #expect(throws: ConfigurationError.self) { try LibraryFile(path: path).update { $0.remove("b") } }
        #expect(error?.code == .unsafeEdit)
        #expect(try directory.read("library.toml") == text)
    }
}
