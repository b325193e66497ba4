import EngineConcepts

/// Articles on the technology of motor racing.
enum KerbNotes {
    static let articles: [Article] = [megajoule, chicane, timekeeper, rainLine, pitStop, mirrors, kerb]

    private static let megajoule = Article(
        "How a hybrid decides where to spend a megajoule", by: "Elspeth Marrow", .wec, ["technique"],
        html: """
            <p>A hybrid prototype may use so much energy per lap and no more. Braking gives some of it back; the engine \
            makes the rest. Everything else is <em>shopping</em>.</p>
            <h2>Three shops</h2>
            <p>The car can spend its charge in three places, and the prices differ.</p>
            <ol>
            <li><strong>Out of slow corners</strong>, where the tyres would rather not be asked.</li>
            <li><strong>In the middle of a straight</strong>, where it buys little speed but does so for a long time.</li>
            <li><strong>At the end of a straight</strong>, where it looks magnificent and is nearly worthless.</li>
            </ol>
            <table><thead><tr><th>Where</th><th>Energy</th><th>Gain per lap</th></tr></thead><tbody>
            <tr><td>Exit of the hairpin</td><td>0.61 MJ</td><td>0.212 s</td></tr>
            <tr><td>Main straight, first half</td><td>0.94 MJ</td><td>0.187 s</td></tr>
            <tr><td>Main straight, last 200 m</td><td>0.43 MJ</td><td>0.019 s</td></tr>
            </tbody></table>
            <p>Every team knows this table. What they do not agree on is what to keep back for a car that has to be \
            passed <em>now</em>. Kestrel keeps a tenth of a megajoule all lap, like a banknote in a shoe. Rosso Vento \
            keeps nothing and brakes later.</p>
            <blockquote><p>“You do not save energy. You only decide who gets to see you spend it.”</p></blockquote>
            <p>Watch the rain light of a car in front of you on the straight. When it begins to blink, the shop is \
            shut.</p>
            """)

    private static let chicane = Article(
        "The chicane as urban planning", by: "Elspeth Marrow", .f1, ["circuits"],
        html: """
            <p>Nobody has ever walked through a town and said: what this street needs is a chicane. And yet most towns \
            have one. It is where the road goes round something that was there first: a well, a chapel, somebody’s \
            stubborn aunt.</p>
            <p>A circuit’s chicane goes round nothing. It is the memory of an obstacle. That is why drivers cut it, and \
            why one has to put back something to go round: a kerb, then a higher kerb, then a polystyrene block with an \
            advertisement for tea.</p>
            <h2>What makes a good one</h2>
            <ul>
            <li>The first part tempts you. The second part sends the bill.</li>
            <li>There is one line through it on a qualifying lap, and there are two in a race.</li>
            <li>A car that has lost its way must be able to lose time, and nothing else.</li>
            </ul>
            <p>By these measures the best chicane we know is in the old town of Monte Salvo, on Thursdays, between the \
            fish market and the bank. It is not on the track.</p>
            """)

    private static let timekeeper = Article(
        "The woman who timed every race for forty years", by: "Cato Winther", .wec, ["people"],
        media: [
            Media(
                url: "https://kerb-notes.example/media/timekeeper.jpg", kind: .image, type: "image/jpeg",
                byteCount: 402_112, width: 2048, height: 1365,
                alternativeText: "A wooden case with three stopwatches, the middle one worn to bare brass")
        ],
        html: """
            <p>When the transponders failed at Kessel Ridge, in the second hour, race control was blind for nineteen \
            minutes. It did not matter. In a hut at the end of the pit wall sat Agnes Torvald, who is eighty-one, with \
            a pencil.</p>
            <p>She had every car. She had the driver changes too, and a note in the margin: <q>#22, left rear, soft?</q> \
            It was soft.</p>
            <p>“People think that one watches the watch,” she says. “One watches the road. The thumb watches the \
            watch.” She has worn through three of them, the buttons polished down to the brass. The paper she buys from \
            a shop that sells it to her alone and has stopped pretending otherwise.</p>
            <h2>A second is long</h2>
            <p>She was never more than a tenth out, and once, to her annoyance, the beam was: an insect. Her sheet is in \
            the archive next to the official one, and the official one has her handwriting on it.</p>
            <p>What did she do in the nineteen minutes when she was the only one on the circuit who knew? “I poured \
            myself some tea,” she says. “It was the first quiet race in years.”</p>
            """)

    private static let rainLine = Article(
        "A short theory of the wet line", by: "Cato Winther", .f1, ["technique", "rain"],
        html: """
            <p>In the dry there is rubber on the racing line, and rubber is grip. In the wet there is rubber on the \
            racing line, and rubber is soap. So one drives where one never drives, and it feels like walking through \
            somebody’s flower bed.</p>
            <p>The theory has four sentences:</p>
            <ol>
            <li>Go where the others have not been.</li>
            <li>Until they have all gone there.</li>
            <li>Then it is the line.</li>
            <li>See sentence one.</li>
            </ol>
            <p>A good engineer will therefore tell a driver nothing at all about where to drive. A <em>very</em> good one \
            will say where the paint is.</p>
            <figure><img src="https://kerb-notes.example/media/wet-line.png" alt="Four traces through one corner; each \
            lies further outside than the last, and the fourth is back where the first was"><figcaption>Turn four, laps 3 \
            to 6, the same car. Yes, it came back.</figcaption></figure>
            """)

    private static let pitStop = Article(
        "Two seconds, twenty-two people", by: "Elspeth Marrow", .f1, ["pit stops"],
        html: """
            <p>A stop of two seconds is not two seconds of work. It is about four minutes of work, done by twenty-two \
            people at the same time, by most of them while standing perfectly still.</p>
            <p>We put a microphone next to the left rear gun at Halden and slowed the recording down to a quarter.</p>
            <pre>0.00  car on its marks
            0.14  gun touches nut
            0.51  nut free
            0.72  wheel off, hand already on the new one
            1.18  wheel on
            1.60  nut tight, arm up
            1.93  last arm up (right front)
            2.05  car down, light green</pre>
            <p>The right front is always last. It has the same nut, the same gun and the better mechanic. It also has \
            the driver’s eyes on it, and we have come to believe that this costs <strong>a tenth</strong>.</p>
            <p>Further reading: <a href="https://racenotes.example/2026/strategy/the-stop-that-was-not-a-stop">the stop \
            that was not a stop</a>, and the rules on <a href="https://rules.example/pit/equipment">permitted \
            equipment</a>, appendix J, which is longer than this article and has fewer jokes.</p>
            """)

    private static let mirrors = Article(
        "Everybody hates their mirrors", by: "Cato Winther", .f1, ["technique"],
        summary: "They show sky, shoulder and one’s own past.",
        html: """
            <p>Ask a driver what is in the mirrors and you will get one of three answers: sky, shoulder, or <q>something \
            red, for a while</q>.</p>
            <p>At 300 km/h they vibrate at a frequency at which the eye, by pure bad luck, does too. What is left is a \
            smear with intentions. Teams know this. They could mount the mirrors on softer rubber, and they have tried; \
            the air did not like it, and the air has a vote.</p>
            <h3>So how do they know?</h3>
            <p>Mostly they are told. Sometimes they hear it. And sometimes, says a driver who asked not to be named and \
            drives car 11, <q>the light in the cockpit changes, and then you know that you are about to be \
            disappointed</q>.</p>
            """)

    private static let kerb = Article(
        "What the exit kerb is for", by: "Elspeth Marrow", .f1, ["circuits", "technique"],
        media: [
            Media(
                url: "https://kerb-notes.example/media/exit-kerb.jpg", kind: .image, type: "image/jpeg",
                byteCount: 512_480, width: 1920, height: 1080,
                alternativeText: "A red and white kerb in low sun, its last third scraped down to bare concrete"),
            Media(
                url: "https://kerb-notes.example/media/exit-kerb-lap.mp4", kind: .video, type: "video/mp4",
                byteCount: 9_338_880, width: 1280, height: 720, seconds: 41,
                alternativeText: "Forty cars using the same four metres of kerb, one after another"),
        ],
        html: """
            <p>A kerb is a sentence in the imperative. It says: <em>you may come as far as here, and you will not enjoy \
            it.</em> For three metres at Monte Salvo this year the second half of the sentence is missing.</p>
            <p>The paint at the exit of turn nine was renewed in spring, and whoever did it filled the gaps between the \
            teeth. What was a rumble strip is now a pavement. By Friday noon everybody had found it, and by Friday \
            evening the lap record had moved.</p>
            <h2>What the numbers say</h2>
            <p>We compared the same car on the same tyres, with and without the extra width.</p>
            <table><thead><tr><th>Lap</th><th>Line</th><th>Apex</th><th>Time</th></tr></thead><tbody>
            <tr><td>14</td><td>inside the paint</td><td>171 km/h</td><td>1:31.407</td></tr>
            <tr><td>15</td><td>on the paint</td><td>176 km/h</td><td>1:31.218</td></tr>
            <tr><td>16</td><td>all of it</td><td>179 km/h</td><td>1:31.090</td></tr>
            </tbody></table>
            <p>Three tenths for a pot of paint. There are wind tunnels that have given less.</p>
            <h2>What the stewards can do</h2>
            <p>Not much. The white line is the edge of the track, and the kerb lies inside it. They can ask the \
            circuit to grind it down, and they have; the circuit has said that the man with the grinder comes on \
            Tuesday. The race is on Sunday.</p>
            <blockquote><p>“I do not use the kerb,” said one driver. “I merely arrive there.”</p></blockquote>
            <p>So listen on Sunday. On all the other corners you will hear the kerb. At turn nine you will hear \
            nothing, and it will be the fastest nothing of the year.</p>
            <p>The data behind the table are in <a href="https://kerb-notes.example/data/turn-nine.csv">a file</a> of \
            <code>lap,line,apex,time</code>, for those who trust us as little as they should.</p>
            """)
}
