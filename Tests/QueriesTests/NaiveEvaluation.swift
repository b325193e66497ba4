import EngineConcepts
import Queries

/// A ticket and its plain texts.
struct NaiveSubject {
    var subject: QuerySubject
    var titles: [String]
    var texts: [String]
    var authors: [String]
    var links: [String]
    var hasLink: Bool
}

/// A naive evaluation of a query, without the product's code: texts are split and folded by a table of the vocabulary, and
/// each condition reads each text.
struct NaiveEvaluation {
    let subject: NaiveSubject
    let now: Timestamp?
    private var ticket: Ticket { subject.subject.ticket }

    init(_ subject: NaiveSubject, at now: Timestamp?) {
        self.subject = subject
        self.now = now
    }

    func verdict(_ query: Query) -> Verdict {
        switch query {
        case .everything: .yes
        case .condition(let condition): verdict(condition)
        case .not(let inner): [Verdict.yes, .maybe, .no][Int(verdict(inner).rawValue)]
        case .all(let parts): parts.map(verdict).min() ?? .yes
        case .any(let parts): parts.map(verdict).max() ?? .no
        }
    }

    private func verdict(_ condition: Condition) -> Verdict {
        switch condition {
        case .words(let pattern, let scope):
            certain(texts(scope).contains { holds($0, pattern, scope) })
        case .regex(let pattern, let scope):
            certain(
                texts(scope)
                    .contains { text in
                        RandomTickets.expressions.contains {
                            $0.source == pattern.source && $0.finds(text.lowercased())
                        }
                    })
        case .site(let host):
            certain(
                subject.links.contains { link in
                    let name = link.split(separator: "/")[1].split(separator: ":")[0]
                    return ".\(name)".hasSuffix(".\(host)")
                })
        case .language(let tag): certain("\(language ?? "")-".lowercased().hasPrefix("\(tag)-"))
        case .kind(let kind, name: _): certain(ticket.supplier.rawValue.hasPrefix("\(kind.rawValue):"))
        case .trait(let trait): verdict(trait)
        case .count(let reactions, let range): count(reactions).map { certain(range.contains($0)) } ?? .no
        case .age(let range):
            now.map { now in
                let age = Int(now.milliseconds - ticket.shownTime.milliseconds)
                return certain(
                    age >= (range.bounds.lower ?? -.max / 2000) * 1000
                        && age < (range.bounds.upper ?? .max / 2000) * 1000)
            } ?? .maybe
        case .date(let range):
            // Random bounds are always the first days of these.
            certain(
                ticket.shownTime.rfc3339 >= ["2026-11-10", "2026-11", "2026"]
                    .first { "\(range.bounds.lower ?? .year(1))" == $0 } ?? "")
        }
    }

    private func certain(_ isMet: Bool) -> Verdict { isMet ? .yes : .no }

    /// Guessed languages are not tested here.
    private var language: String? { ticket.contentLanguage }

    private func texts(_ scope: SearchScope) -> [String] {
        switch scope {
        case .anywhere: subject.titles + subject.texts + subject.authors + ticket.body.tags
        case .title: subject.titles
        case .text: subject.texts
        case .author: subject.authors
        case .tag: ticket.body.tags
        case .url: subject.links
        case .source: [ticket.supplier.rawValue]
        case .topic: []
        // Random tickets have no notes and no persons.
        case .note, .label, .person: []
        }
    }

    private func count(_ reactions: ReactionCount) -> Int? {
        let counts = ticket.body.counts
        return switch reactions {
        case .score: counts.points ?? counts.likes
        case .likes: counts.likes
        case .boosts: counts.boosts
        case .replies: counts.replies
        }
    }

    private func verdict(_ trait: Trait) -> Verdict {
        let body = ticket.body
        let kinds = body.media.map(\.kind)
        switch trait {
        case .unread: return subject.subject.marks.map { certain(!$0.isRead) } ?? .maybe
        case .read: return subject.subject.marks.map { certain($0.isRead) } ?? .maybe
        case .starred: return subject.subject.marks.map { certain($0.isStarred) } ?? .maybe
        case .later: return subject.subject.marks.map { certain($0.isLater) } ?? .maybe
        case .duplicate: return subject.subject.isDuplicate.map(certain) ?? .maybe
        case .late: return certain(subject.subject.isLate)
        case .boost: return certain(body.boosted != nil)
        case .reply: return certain(body.replyTo != nil)
        case .quote: return certain(body.quoted != nil)
        case .edited: return certain(ticket.editTime != nil)
        case .image: return certain(kinds.contains(.image))
        case .video: return certain(kinds.contains(.video))
        case .audio: return certain(kinds.contains(.audio))
        case .media: return certain(!kinds.isEmpty)
        case .enclosure:
            return certain(kinds.contains(.video) || kinds.contains(.audio) || kinds.contains(.file))
        case .link: return certain(subject.hasLink)
        case .warning: return certain(body.contentWarning != nil)
        case .title: return certain(body.title != nil)
        case .tag: return certain(!body.tags.isEmpty)
        case .language: return certain(language != nil)
        case .note: return certain(false)
        }
    }

    // MARK: Words

    private func holds(_ text: String, _ pattern: WordPattern, _ scope: SearchScope) -> Bool {
        let wanted = Self.words(pattern.text)
        let words = Self.words(text)
        let starts = scope == .tag ? [0] : Array(0..<max(1, words.count))
        let isFound = starts.contains { start in
            guard start + wanted.count <= words.count else { return false }
            let here = Array(words[start..<start + wanted.count])
            if scope == .tag, pattern.form != .prefix, words.count != wanted.count { return false }
            if pattern.form == .prefix {
                return here.dropLast() == wanted.dropLast()
                    && (here.last ?? "").unicodeScalars.starts(with: (wanted.last ?? "").unicodeScalars)
            }
            return here == wanted
        }
        if isFound { return true }
        guard pattern.form == .word, [.anywhere, .title, .text].contains(scope), wanted.count == 1,
            scope != .anywhere || (subject.titles + subject.texts).contains(text)
        else { return false }
        let families = Self.families[language?.prefix(2).lowercased() ?? ""] ?? []
        return families.contains { family in
            family.contains(wanted[0]) && words.contains(where: family.contains)
        }
    }

    /// Words of the vocabulary that are forms of one word.
    private static let families: [String: [Set<String>]] = [
        "en": [
            ["race", "races", "racing", "raced"], ["win", "wins", "winning"], ["ferrari", "ferraris"],
            ["carrera", "carreras"],
        ],
        "es": [["race", "races", "raced"], ["carrera", "carreras"]],
        "pt": [["race", "races"], ["ferrari", "ferraris"], ["carrera", "carreras"]],
    ]

    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var isOpen = false
        var hasJustClosed = false
        for scalar in text.unicodeScalars {
            let folded = fold(scalar)
            if scalar == "\u{ad}" || scalar == "\u{308}" { continue }
            if folded == "+" || folded == "#" {
                if isOpen || hasJustClosed {
                    words.append(folded)
                    hasJustClosed = true
                }
                isOpen = false
                continue
            }
            hasJustClosed = false
            if folded.isEmpty {
                isOpen = false
            } else if "東京都🏁".unicodeScalars.contains(scalar) {
                words.append(folded)
                isOpen = false
                hasJustClosed = true
            } else if isOpen {
                words[words.count - 1] += folded
            } else {
                words.append(folded)
                isOpen = true
            }
        }
        return words
    }

    private static let table: [Unicode.Scalar: String] = [
        "é": "e", "É": "e", "í": "i", "ï": "i", "ß": "ss", "ø": "o", "Й": "й", "й": "й", "Ё": "е",
        "ё": "е", "ﬁ": "fi",
        "１": "1", "𝗙": "f", "𝟭": "1", "東": "東", "京": "京", "都": "都", "🏁": "🏁", "+": "+", "#": "#",
    ]

    private static func fold(_ scalar: Unicode.Scalar) -> String {
        if let folded = table[scalar] { return folded }
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7a, 0x430...0x44f: return String(Character(scalar))
        case 0x41...0x5a: return String(Character(scalar)).lowercased()
        case 0x410...0x42f: return String(Character(scalar)).lowercased()
        default: return ""
        }
    }
}
