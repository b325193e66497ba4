/// Articles on Swift, with code.
enum TypeNotes {
    static let articles: [Article] = [colleague, libraryBook, borrowing, reentrancy, optionals, typedThrows]

    private static let colleague = Article(
        "The compiler as a colleague", by: "Nadia Brecht", .swift, ["practice"],
        html: #"""
            <p>There are two ways to work with a strict compiler. One is to get past it. The other is to tell it \#
            things.</p>
            <p>A colleague who is told “this is a number” can help you add. A colleague who is told “this is a lap \#
            number, it starts at one, and it is not the number of laps completed” can help you not to crash a race \#
            strategy. The second colleague has not become cleverer. You have become more talkative.</p>
            <pre><code>struct LapNumber: Comparable {
                let value: Int          // from 1
            }

            struct LapsCompleted {
                var count: Int          // from 0

                var current: LapNumber { LapNumber(value: count + 1) }
            }</code></pre>
            <p>That is all. There is no cleverness in it, no generic, no macro. But <code>current</code> is now the only \#
            place in the program that adds one, and the compiler will stop everybody else from trying.</p>
            <h2>Three things worth telling it</h2>
            <ul>
            <li><strong>What a thing is called</strong>: a type per idea, even where two ideas are both an \#
            <code>Int</code>.</li>
            <li><strong>What cannot happen</strong>: an enum without the impossible case.</li>
            <li><strong>Who may touch it</strong>: an actor, or better, nobody.</li>
            </ul>
            <p>What it cannot be told, it cannot keep for you. Write those things down in prose, near the code, and \#
            be a colleague yourself.</p>
            """#)

    private static let libraryBook = Article(
        "The book that you cannot copy", by: "Nadia Brecht", .swift, ["ownership"],
        html: #"""
            <p>Most values are like news: when I tell you, we both know it. Some are like a library book. There is one, \#
            and if you have it then I do not.</p>
            <pre><code>struct Loan: ~Copyable {
                let shelfMark: String

                consuming func giveBack() {
                    print("\(shelfMark) is on the trolley")
                }

                deinit {
                    print("\(shelfMark) was never given back")
                }
            }</code></pre>
            <p><code>~Copyable</code> takes away a right that every type has by default. <code>consuming</code> says that \#
            whoever calls <code>giveBack()</code> does not have the book afterwards, and a second call is refused \#
            <em>at compile time</em>: a librarian with a very long arm.</p>
            <h2>When to use it</h2>
            <ol>
            <li>For things of which there is exactly one: a file descriptor, a lock that is held, a transaction.</li>
            <li>For steps that must be taken exactly once: commit, or roll back, and not both, and not neither.</li>
            <li>Not for speed alone. Measure first; news is cheap to tell.</li>
            </ol>
            <p>In <code>deinit</code> we print a complaint. A real library sends letters.</p>
            """#)

    private static let borrowing = Article(
        "What borrowing looks like from here", by: "Tobias Lunde", .swift, ["ownership"],
        html: #"""
            <p>People who come to Swift from languages with a borrow checker ask where ours is. It is there; it mostly \#
            keeps its hat on.</p>
            <blockquote><p>Every read of a variable is a very short loan. Every write is a loan in which the owner \#
            leaves the room.</p></blockquote>
            <p>The law of exclusivity says that nobody reads in that room meanwhile. Within one function the compiler \#
            checks it; across functions with <code>inout</code> it checks the caller. What is new is that one can now \#
            say it out loud:</p>
            <pre><code>func weigh(_ parcel: borrowing Parcel) -> Grams
            func send(_ parcel: consuming Parcel)
            func tape(_ parcel: inout Parcel)</code></pre>
            <table><thead><tr><th>Word</th><th>Who has it during</th><th>Who has it after</th></tr></thead><tbody>
            <tr><td>borrowing</td><td>both, to look at</td><td>the caller</td></tr>
            <tr><td>inout</td><td>the function</td><td>the caller, changed</td></tr>
            <tr><td>consuming</td><td>the function</td><td>nobody</td></tr>
            </tbody></table>
            <p>Three words, and I have stopped drawing arrows on the whiteboard.</p>
            """#)

    private static let reentrancy = Article(
        "The room may have been redecorated", by: "Tobias Lunde", .swift, ["concurrency"],
        summary: "On actors, and what to check after an await.",
        html: #"""
            <p>An actor lets one visitor in at a time. That is the part everybody remembers. The part that everybody \#
            forgets is that a visitor who waits is shown to the garden, and the next one is let in.</p>
            <pre><code>actor Cellar {
                private var bottles: [Year: Int] = [:]

                func open(_ year: Year) async throws -> Glass {
                    guard bottles[year, default: 0] > 0 else { throw CellarError.empty(year) }
                    let glass = await pourer.pour(year)      // the garden
                    bottles[year, default: 0] -= 1           // is there still one?
                    return glass
                }
            }</code></pre>
            <p>Between the check and the subtraction another visitor may have had the last bottle. Nothing here is a \#
            data race. It is simply wrong, in good order.</p>
            <h2>Three cures</h2>
            <ul>
            <li>Change the state <em>before</em> the wait: reserve, then pour.</li>
            <li>Check again after it.</li>
            <li>Do not wait inside: let the actor decide and someone else pour.</li>
            </ul>
            <p>I have come to like the third best. An actor that never waits is a plain state machine with a lock on the \#
            door, and one can test it without any doors at all.</p>
            """#)

    private static let optionals = Article(
        "Nil is an answer; which question was it?", by: "Nadia Brecht", .swift, ["practice"],
        html: #"""
            <p>We found <code>nil</code> in a field named <code>end</code>. It meant, depending on whom one asked:</p>
            <ul>
            <li>there is no end (it goes on for ever);</li>
            <li>we do not know the end;</li>
            <li>the end has not come yet;</li>
            <li>somebody forgot.</li>
            </ul>
            <p>All four were in use. Two were in use in the same function, one line apart. So we gave the question its \#
            own type:</p>
            <pre><code>enum End {
                case never
                case unknown
                case at(Date)
            }</code></pre>
            <p>“Has not come yet” turned out to be <code>.at</code> with a date in the future. “Somebody forgot” turned \#
            out to be a bug, and had been one since the spring.</p>
            <p>An optional is the right type when there is one reason for there being nothing. When there are two, it is \#
            an enum with its names filed off.</p>
            """#)

    private static let typedThrows = Article(
        "Typed throws at the seam", by: "Nadia Brecht", .swift, ["errors"],
        html: #"""
            <p>For years every function that could fail said only that: <code>throws</code>. Since one may now say \#
            <em>what</em> it throws, people have begun to say it everywhere, and the mailing lists are full of \#
            enormous enums. Here is the rule that we have settled on.</p>
            <h2>The rule</h2>
            <p>Inside a module, throw what you like. <strong>At the seam</strong>, where somebody else has to decide \#
            what to do next, name it.</p>
            <pre><code>protocol Courier {
                /// Delivers the parcel, or says why it is still here.
                func deliver(_ parcel: Parcel) async throws(DeliveryError) -> Receipt
            }

            enum DeliveryError: Error {
                case nobodyHome(tryAgain: Instant)
                case addressUnknown
                case refused(reason: String)
            }</code></pre>
            <p>RenderStyle at the cases. They are not what went wrong; they are <em>what one can do</em>. Come back later, ask \#
            for a better address, give up. The socket that was closed, the lorry that would not start: these are \#
            causes, and they belong in a log, in a string, with a date.</p>
            <h2>What it costs</h2>
            <ol>
            <li>A closed list is a promise. A fourth case is a new version of the module.</li>
            <li>Generic code that rethrows is pleasant. Code that mixes two such lists is not; translate at the door.</li>
            <li>Task groups still erase to <code>any Error</code>. One <code>catch</code> at the end of the corridor.</li>
            </ol>
            <p>And what it brings: the <code>switch</code> at the call is exhaustive, there is no
            <code>default</code>, and the day on which somebody adds “the dog ate it” every caller hears of it before \#
            the users do.</p>
            <p>See also <a href="https://slowsoftware.example/gaps">modelling what you do not know</a>, which is the same \#
            idea with time in it.</p>
            """#)
}
