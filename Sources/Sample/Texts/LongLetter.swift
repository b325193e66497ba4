import EngineConcepts

/// Essays on the world at walking pace.
enum LongLetter {
    static let articles: [Article] = [crane, honestyBox, alphabetical, queue, swifts, seaWall, fourMinutes, trombone]

    private static let crane = Article(
        "Salt, rope and rust", by: "Maud Fenwick", .world, ["harbour"],
        html: """
            <p>The crane on the east quay was built in 1911 to lift granite, and has lifted since then: coal, a circus, \
            two locomotives, eleven thousand tons of herring, and on one occasion the mayor.</p>
            <p>It is looked after by Per, who is the fourth to do so. He inherited from the third a grease gun, a \
            notebook, and one rule: <em>rust is not the enemy, hurry is</em>.</p>
            <h2>The notebook</h2>
            <p>It has an entry for every day on which somebody listened to the bearings. They are short.</p>
            <ul>
            <li><q>Quiet.</q></li>
            <li><q>Quiet, wind from N.</q></li>
            <li><q>A tick on the third quarter. Gone by noon.</q></li>
            <li><q>Quiet. My daughter was born.</q></li>
            </ul>
            <p>Four hands, a hundred years, and not one adjective more than was needed.</p>
            """)

    private static let honestyBox = Article(
        "The economics of the honesty box", by: "Aurel Sand", .world, ["money"],
        html: """
            <p>At the gate of the farm above Port Hollis there is a shelf with eggs, a slate with a price, and a biscuit \
            tin with a slot. There is no lock. I asked whether people take eggs without paying.</p>
            <p>“Some,” said the farmer. “And some put in a note and take no change, and some leave a jar of jam. At the \
            end of the year it comes out at about a hundred and four per cent.”</p>
            <p>She has the figures in a school notebook:</p>
            <table><thead><tr><th>Season</th><th>Eggs</th><th>In the tin</th><th>Jam</th></tr></thead><tbody>
            <tr><td>Spring</td><td>2,310</td><td>101 %</td><td>3 jars</td></tr>
            <tr><td>Summer</td><td>2,904</td><td>98 %</td><td>none</td></tr>
            <tr><td>Autumn</td><td>2,117</td><td>105 %</td><td>19 jars</td></tr>
            <tr><td>Winter</td><td>1,266</td><td>113 %</td><td>4 jars, one cake</td></tr>
            </tbody></table>
            <p>A till would cost more than the two per cent that summer takes. But that is not why there is none. “If I \
            put a lock on it,” she said, “people would start to think about the lock.”</p>
            """)

    private static let alphabetical = Article(
        "Every street, in alphabetical order", by: "Maud Fenwick", .world, ["walking"],
        html: """
            <p>Our town has two hundred and eleven streets. I have walked them all, in the order of the index, which is \
            the worst order that there is.</p>
            <p>Abbot’s Walk is at the north end. Acre AsyncMutex is at the south end. Ald Bridge is in the middle and Almond \
            Close is at the north end again, behind Abbot’s Walk, close enough to wave. By the end of A, I had done \
            thirty kilometres and knew one bus driver by name.</p>
            <h2>What one learns</h2>
            <p>That all the trees come from one nursery and all the doors from two. That there are eleven kinds of \
            letter box and one that is a mouth. That the street names begin to plead towards the end of the alphabet: \
            Weir, Well, West, Wharf, Widow’s, Winter, Wool.</p>
            <p>There is no street with Z. There was once, say the old maps: a Zion Row, two houses long. Where it was \
            there is now a gap between two gardens, as wide as a street, in which nobody has ever built anything.</p>
            """)

    private static let queue = Article(
        "How to stand in a queue", by: "Aurel Sand", .world, ["manners"],
        summary: "A queue is a small, temporary state, and it has a constitution.",
        html: """
            <p>A queue is a small state. It has a border, a capital (the counter), and one law, which nobody has ever \
            written down because everybody would have worded it differently.</p>
            <ol>
            <li>You are behind the person who was there when you came.</li>
            <li>Unless they are only looking.</li>
            <li>Which they must say.</li>
            </ol>
            <p>The bread queue on Saturdays forms along the wall in winter and in the shade in summer, and there are two \
            weeks in spring when it is both, and somebody has to stand in the middle and be asked by either side \
            <q>are you the end?</q> I have been that person. It is the nearest that I shall come to public office.</p>
            <blockquote><p>A fair queue is one in which everybody is slightly bored at the same speed.</p></blockquote>
            """)

    private static let swifts = Article(
        "Counting swifts", by: "Maud Fenwick", .world, ["birds"],
        html: """
            <p>They come in the second week of May, on one evening, as if a door had been opened. From then on it is \
            somebody’s duty in every street to look up at nine and count.</p>
            <p>One cannot count swifts. One counts a scream, a curve, a gap in the sky where there was one a moment ago; \
            one says a number, and all the others nod. Last year’s numbers for our street were 14, 14, 16, 14, <q>many</q>, \
            and 15.</p>
            <p>A swift that has left the nest does not land for two or three years. It sleeps up there, a kilometre \
            above the town, with half of its brain at a time. I find it a comfort on bad nights: that somewhere above \
            the roof somebody is doing badly what I am doing badly, and falling only a little.</p>
            <p>They leave in August, also on one evening. Nobody counts that.</p>
            """)

    private static let seaWall = Article(
        "Who mends the sea wall?", by: "Aurel Sand", .world, ["harbour", "politics of small things"],
        html: """
            <p>The wall is four hundred metres long and belongs to five owners, of whom one is dead, one is the railway, \
            and one is the sea.</p>
            <p>When the storm took out nine metres last winter there was a meeting. The harbour said that it was the \
            railway’s wall. The railway said that it was the town’s wall on the railway’s land. The town had a document \
            of 1868, in which a gentleman undertakes to mend it <q>for as long as there be a sea</q>; his heirs run a \
            bicycle shop and came along with a bucket.</p>
            <p>While all this was being minuted, two masons who had come for the warm room looked at one another, went \
            out, and began. By the time that a vote was reached there was a motion before the meeting to which the \
            answer could be seen from the window.</p>
            <h2>What was decided</h2>
            <p>That it had been mended. That nobody had done it. That the same nobody should be asked again if it were \
            to be needed, and be given soup.</p>
            """)

    private static let fourMinutes = Article(
        "Four minutes slow", by: "Maud Fenwick", .world, ["time"],
        summary: "The town whose clock is wrong on purpose, and what would happen if it were put right.",
        media: [
            Media(
                url: "https://long-letter.example/media/clock.jpg", kind: .image, type: "image/jpeg",
                byteCount: 288_768, width: 1500, height: 2000,
                alternativeText:
                    "A town hall clock against a pale sky, a jackdaw sitting on the minute hand at ten to two")
        ],
        html: """
            <p>The clock on our town hall is four minutes slow. It has been so since the great frost, when something in \
            the works shrank and did not grow back. The clockmaker of the day offered to see to it. The town, having \
            thought it over for a winter, said no.</p>
            <p>For by then everything had been moved. The school began at eight by the clock. The ferry, which went by \
            the railway’s time, had lost its passengers for a week, and had then put itself back too. The church rang \
            when the clock struck, because the sexton could see it from the rope. There was no one left to be late for.</p>
            <h2>The visitors</h2>
            <p>It is only visitors who notice. They look at the tower, then at their wrist, and one can see in their \
            faces the thought that every visitor has ever had: that <em>they</em> are early. They slow down. They buy \
            something. In the shops around the square this is known as the four-minute trade, and there is a fair-sized \
            café that lives on nothing else.</p>
            <h2>The vote</h2>
            <p>Last month somebody on the council, who had moved here, proposed to set it right. It would cost nothing; \
            there is a man with a ladder. The debate took two evenings. The points raised were as follows.</p>
            <ul>
            <li>That a clock should show the time.</li>
            <li>That it does show <em>a</em> time, and has never claimed another.</li>
            <li>That all buses would have to be told, and that the drivers did not wish to be told.</li>
            <li>That the jackdaws sit on the hand at ten to two, and that it was not known how they would take it.</li>
            <li>That somebody’s grandmother had been born at six minutes past midnight and would become a day older.</li>
            </ul>
            <p>It was put to the vote and lost by nine to two. One of the two was the proposer. The other said afterwards \
            that he had come in late and had not known what it was about.</p>
            <p>I went out on to the square. It was just before ten, or just after it. The lights were going off in the \
            café. Somebody was looking up at the tower, then at their wrist, and was beginning, very slightly, to walk \
            more slowly.</p>
            """)

    private static let trombone = Article(
        "Claimed: one trombone", by: "Aurel Sand", .world, ["harbour"],
        html: """
            <p>A fortnight ago the harbour office put up a notice: <q>Found: one oar, one left boot, one trombone. The \
            trombone may be played first.</q> I went to see who would come.</p>
            <p>The boot went within the hour, to a man who had kept the other. The oar was fetched by two sisters who \
            both said that it was theirs, and who left with it between them, in step.</p>
            <p>For the trombone there came eleven people. The clerk, who is fair, let each of them play. Three could. One \
            played a hymn, one played a scale, and one, a boy of about twelve with a school bag, played the first four \
            notes of the ferry’s horn, so well that the ferry answered.</p>
            <p>It was not his. He had never said that it was. <q>I only wanted to know whether it would,</q> he said. The \
            owner, a woman with a case and a letter to prove it, looked at him for a while. Then she asked him what he \
            was doing on Thursdays.</p>
            """)
}
