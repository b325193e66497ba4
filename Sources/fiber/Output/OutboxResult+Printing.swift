import Application
import EngineConcepts
import Localization
import WebText

extension OutboxResult {
    /// Prints what was done, and fails if something was not.
    ///
    /// - Parameter line: Returns the line for an action that was done.
    func print(
        as form: OutputForm,
        _ line: (Entry) -> String = { Console.text(Message("actionDone", ["action": .message($0.name)])) }
    ) throws {
        for entry in entries {
            if form.isText, entry.reasonNotDone != nil { continue }
            try form.print(entry.json, or: line(entry))
        }
        let notDone = entries.filter { $0.reasonNotDone != nil }.map { "\n  \($0.line)" }
        guard !notDone.isEmpty else { return }
        let waits = entries.contains { $0.state == .waiting || $0.state == .retrying }
        let keepsText = entries.contains { $0.state == .refused && $0.text != nil }
        let isUncertain = entries.contains { $0.state == .uncertain }
        let advice = [
            isUncertain ? Message("uncertainAdvice") : nil,
            waits ? Message("outboxAdvice") : keepsText ? Message("refusedPostsKept") : nil,
        ]
        throw CommandFailure(
            Message("actionsNotDone", ["list": .message(.verbatim(notDone.joined()))]),
            advice: .sentences(advice.compactMap(\.self)))
    }
}

extension OutboxResult.Entry {
    /// The action as one line: its identity, its name or the reason why it was not done, and the beginning of its text.
    var line: String {
        "\(id)  \(Console.text(reasonNotDone ?? name))\(text.map { "  \($0.quotedBeginning)" } ?? "")"
    }

    var json: JSONObject {
        [
            "type": "action", "id": id.rawValue, "action": Localizer.english(name), "state": state.rawValue,
            "asked": requestedAt,
            "text": text, "ticket": ticket?.description, "url": link, "scheduled": scheduled,
            "scheduledTime": scheduledTime?.rfc3339, "reason": reasonNotDone.map { Localizer.english($0) },
            "code": reasonNotDone?.code,
        ]
    }
}

extension String {
    /// The beginning of the text on one line of at most 60 characters, in quotation marks.
    var quotedBeginning: String {
        let line = TextSanitizer.line(self)
        return Console.text(Message("quotedName", ["0": .text(line.count > 60 ? "\(line.prefix(59))…" : line)]))
    }
}
