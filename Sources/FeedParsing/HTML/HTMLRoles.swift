/// The effect of an element on the elements around it.
struct HTMLRoles: OptionSet {
    let rawValue: UInt32

    // An end tag does not close an element with a role that is later in this list.
    static let division = HTMLRoles(rawValue: 1 << 0)
    static let cell = HTMLRoles(rawValue: 1 << 1)
    static let row = HTMLRoles(rawValue: 1 << 2)
    static let rowGroup = HTMLRoles(rawValue: 1 << 3)
    static let table = HTMLRoles(rawValue: 1 << 4)

    /// Ends an open paragraph.
    static let block = HTMLRoles(rawValue: 1 << 5)
    static let paragraph = HTMLRoles(rawValue: 1 << 6)
    static let item = HTMLRoles(rawValue: 1 << 7)
    static let term = HTMLRoles(rawValue: 1 << 8)
    static let caption = HTMLRoles(rawValue: 1 << 9)
    static let heading = HTMLRoles(rawValue: 1 << 10)
    static let link = HTMLRoles(rawValue: 1 << 11)
    static let object = HTMLRoles(rawValue: 1 << 12)
    /// A list item inside does not end an item outside.
    static let listBoundary = HTMLRoles(rawValue: 1 << 13)
    /// Has no content and no end tag.
    static let void = HTMLRoles(rawValue: 1 << 14)
    /// Is around the whole document. Parts of pages contain its tags anywhere, so they have no effect.
    static let document = HTMLRoles(rawValue: 1 << 15)
    static let head = HTMLRoles(rawValue: 1 << 16)
    /// Does not end the document's head.
    static let inHead = HTMLRoles(rawValue: 1 << 17)

    /// The role that decides which end tags close the element.
    var rank: UInt32 { rawValue & 0x1f }

    /// The roles of all elements that have one.
    static let byName: [String: HTMLRoles] = {
        var roles: [String: HTMLRoles] = [:]
        for (role, names) in [
            (HTMLRoles.division, "div"), (.cell, "td th"), (.row, "tr"), (.rowGroup, "thead tbody tfoot"),
            (.table, "table"), (.paragraph, "p"), (.item, "li"), (.term, "dt dd"), (.caption, "caption colgroup"),
            (.heading, "h1 h2 h3 h4 h5 h6"), (.link, "a"), (.object, "object template"),
            (
                [.block, .listBoundary],
                """
                article aside blockquote caption center dd details dialog dir dl dt fieldset figcaption figure footer \
                form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol pre section summary table tbody td \
                tfoot th thead tr ul xmp
                """
            ),
            (.block, "address div p"), (.document, "html body"), (.head, "head"),
            (.void, "area base basefont br col embed frame hr img input link meta param source track wbr"),
            (.inHead, "base head html link meta noscript script style template title"),
        ] {
            for name in names.split(separator: " ") { roles[String(name), default: []].insert(role) }
        }
        return roles
    }()
}
