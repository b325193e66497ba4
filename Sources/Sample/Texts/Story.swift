/// A link to be voted on.
struct Story: Sendable {
    var title: String
    /// Host and path of the target, or `nil` if the story is only text.
    var address: String?
    var text: String
    var subject: Subject
    var tags: [String]
    /// Another site with the story.
    var alsoOn: String?

    init(
        _ title: String, _ address: String?, _ subject: Subject = .world, text: String = "", tags: [String] = [],
        alsoOn: String? = nil
    ) {
        self.title = title
        self.address = address
        self.text = text
        self.subject = subject
        self.tags = tags
        self.alsoOn = alsoOn
    }
}
