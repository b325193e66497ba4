import EngineConcepts

/// A personal blog with five posts a year for twenty years. Every post has its own title and opening; the rest is
/// assembled from paragraphs by the same author.
enum SlowCorner {
    static let articles: [Article] = openings.enumerated()
        .map { number, opening in
            let middle = reflections[(number * 7 + 3) % reflections.count]
            let end = number.isMultiple(of: 3) ? "" : "\n" + closings[(number * 5 + 1) % closings.count]
            return Article(
                opening.title, .world, ["notebook"], text: .plain("\(opening.text)\n\(middle)\(end)"))
        }

    private struct Opening: Sendable {
        let title: String
        let text: String

        init(_ title: String, _ text: String) {
            self.title = title
            self.text = text
        }
    }

    private static let openings: [Opening] = firstYears + middleYears + lateYears

    private static let firstYears: [Opening] = [
        Opening(
            "Is this on?",
            "I have been told that one needs a website. This is it. I shall write when there is something to say, so do not wait up."
        ),
        Opening(
            "A corner",
            "It is called Slow Corner because I live on one, and because it is a good description of the author."),
        Opening(
            "The bench",
            "There is a new bench at the bus stop. It has been put in facing the hedge. I am going to give it a year."),
        Opening(
            "On the kettle", "The old kettle has gone. It was older than the marriage of the people who gave it to us."),
        Opening("Snow, briefly", "It snowed for eleven minutes and the whole road came out of doors to look at it."),
        Opening("Letters I have not sent", "There are four of them in the drawer. They are all very good."),
        Opening(
            "The man with the ladder",
            "He comes every spring to do the gutters and tells me every spring that they do not need doing."),
        Opening("Bread, first attempt", "It could be used to hold a door."),
        Opening("Bread, second attempt", "It could be used to hold a lighter door."),
        Opening(
            "A found glove",
            "I put it on the railing as one does. Somebody has put the other one next to it, from the other end of the town."
        ),
        Opening("Counting stairs", "There are thirteen, except in the dark."),
        Opening("The radio in the next room", "I do not listen to it. I listen to its being on."),
        Opening("What the plumber said", "“It wants to leak,” he said. “One can only decide where.”"),
        Opening(
            "Two clocks",
            "We have one that is fast and one that is slow, and we know the time by being cross with both."),
        Opening(
            "Bus 9",
            "The driver of the nine has begun to announce the stops in the voice of somebody reading a poem that he likes."
        ),
        Opening(
            "Notes on a hedge",
            "The hedge has been cut. It turns out that there has been a garden behind it all this time, and a woman in it, who waved."
        ),
        Opening("Soup for one, for four days", "By Wednesday it was better and I was not."),
        Opening(
            "The comet",
            "I got up at five to see it and saw the milk van, which was, I think, the more reliable of the two."),
        Opening("New glasses", "Everything has edges. I am not sure that I had been missing them."),
        Opening("A short holiday", "We went to the sea and it was there."),
        Opening(
            "The neighbours’ dog",
            "He has learned to open the gate. He does not go through it. He only likes to have it open."),
        Opening("Borrowed umbrella", "I have had it for six years and feel that we should talk."),
        Opening("Handwriting", "I tried to write a page by hand and had to stop and ask my hand what it meant."),
        Opening(
            "A rule for drawers",
            "Every house has one drawer of which nobody knows the principle. It must not be tidied. Everything in it is holding everything else."
        ),
        Opening("The last day of August", "One can tell by the light on the bread board."),
        Opening(
            "Names for rain",
            "My aunt had nine. I remember six, and have had to make do with the weather for the others."),
        Opening(
            "The choir through the wall",
            "On Tuesdays they practise the same eight bars. I have begun to come in on the tenor."),
        Opening("A parcel for number 40", "There is no number 40. It has been with me for a week, and it hums."),
        Opening("On being early", "I arrived an hour early and had to pretend, to nobody, that I had meant to."),
        Opening("The mended cup", "One can see the join. That is the part that I hold it by."),
        Opening(
            "Five years of this",
            "Someone has written to ask whether I am all right. I am. It is only that nothing has been the matter."),
        Opening("The bench, continued", "It has been five years and I owe an apology. There are wrens in the hedge."),
        Opening(
            "A question of marmalade",
            "Thick cut or thin is not a matter of taste. It is a matter of which knife one inherits."),
    ]

    private static let middleYears: [Opening] = [
        Opening(
            "The map on the landing",
            "It shows the county before the railway. I find that I still go round by the old ford, in my head, to get to the dentist."
        ),
        Opening(
            "A very small theft", "Somebody has taken one potato from the basket by the door and left a better one."),
        Opening(
            "Silence, with fridge",
            "It stops every forty minutes, and only then does one know that there was something."),
        Opening(
            "The photographs",
            "We have scanned all of them. There are nine hundred and one, of which four hundred are the same hill."),
        Opening("Learning the cello, week one", "The cat has moved to number twelve."),
        Opening("Learning the cello, week forty", "The cat has come back. I think that it is the cat."),
        Opening(
            "An argument with a map",
            "The machine said left and there was a lake. The machine is very sure of itself and has never been wet."),
        Opening(
            "The tall tree",
            "They have taken down the poplar. All the other trees look as if they had been asked a question."),
        Opening("Waiting rooms", "Magazines tell one what a place hopes for. Our dentist hopes for a yacht."),
        Opening(
            "The postman retires",
            "He came on his last day with no letters, only to say which gate had been the best one. It was ours, for the latch."
        ),
        Opening("On lists", "I have made a list of things that should not be on lists."),
        Opening(
            "The wrong birthday",
            "Eleven people wished me well in March. I was born in October. I have decided to keep both."),
        Opening(
            "Apples",
            "There are more than anybody can eat, and every one of our neighbours has the same look on their faces and a bag behind their back."
        ),
        Opening(
            "Night bus",
            "At two in the morning the nine is driven by a woman who knows everybody’s stop and wakes them for it by name."
        ),
        Opening(
            "The lost word",
            "I had it at breakfast. It is the one for the smell of a room in which a candle has just been put out."),
        Opening("A repair", "I have mended the gate with a piece of the old gate."),
        Opening(
            "The other library",
            "In the next town they arrange novels by the first sentence. It takes all day to find anything and nobody has ever complained."
        ),
        Opening(
            "Frost on the inside",
            "The window in the back room has grown a fern. I have turned the heating off in there so as not to hurt it."
        ),
        Opening(
            "Why I do not own a drill", "Because the man at number nine does, and has so few reasons to come round."),
        Opening("Ten years", "I looked up what I said I would write about. It was “things”. I have kept to that."),
        Opening(
            "The apprentice",
            "A girl from the school has been sent to me to learn about work. I have taught her to sharpen a pencil and she has taught me to back up."
        ),
        Opening("The flood, such as it was", "The cellar had a depth of one frog."),
        Opening("A walk with no view", "In fog one gets to know one’s feet."),
        Opening(
            "Doors",
            "I counted the ones that I have a key for: nine. Of those I would be welcome at: all but one. That seems a good life, and a good lock."
        ),
        Opening(
            "Radio, mended",
            "It now gets one station, in a language that I do not have. I have followed the serial for three weeks and am worried about the doctor."
        ),
        Opening(
            "The smallest museum",
            "It is in a telephone box. It has one exhibit at a time. This month: a button, with its story."),
        Opening(
            "How tall things were",
            "I went back to my old school. The coat hooks are at the height of my belt, and mine still has the dent."),
        Opening("Jam, an audit", "Of the forty jars, eleven are labelled. Of those, eight are true."),
        Opening("On not finishing books", "I have decided to leave the marker in and call it a conversation."),
        Opening(
            "The ice-cream van in November",
            "It came round once, very slowly, with the music off. I think that it was saying goodbye."),
        Opening(
            "A new neighbour", "She has put a bell on her door, a rope on the bell, and a note on the rope: “please”."),
        Opening(
            "Instructions for the house-sitter",
            "Do not trust the middle tap. Talk to the fern. The noise at four is only the house, turning over."),
        Opening("The year without plums", "Nobody knows why. The tree looks as if it knew."),
        Opening("Fifteen", "This page is old enough to be let out on its own, and has never once gone."),
    ]

    private static let lateYears: [Opening] = [
        Opening("The unposted card", "It was in a second-hand atlas, at the page for Iceland: “Wish you were.”"),
        Opening("A theory of scarves", "Nobody buys them and everybody has nine."),
        Opening(
            "The tuning fork",
            "My father’s. It still gives the same A. It is the only thing in the house that has not gone flat."),
        Opening("Quiet week", "I did not go out, and yet there are four new pebbles on the sill."),
        Opening(
            "The bicycle comes home",
            "It was stolen in the year of the flood. It has come back with better brakes and a child’s seat, and I have asked no questions."
        ),
        Opening(
            "Things said by the sat nav of a hearse",
            "“You have arrived.” The driver told me that they all switch it off for the last mile."),
        Opening("Pencils, a stocktaking", "I have enough for the rest of my life, if I do not have too many ideas."),
        Opening("The mirror in the hall", "It makes everybody look as if they had just been told something."),
        Opening("One magpie", "I said good morning to it, as one must, and the postwoman said good morning back."),
        Opening(
            "The new bus",
            "It is silent and has sockets. People have begun to talk on it, I suppose so as to have something to listen to."
        ),
        Opening("Salt", "We ran out of it, and for one day found out what everything tastes of. Salt, mostly."),
        Opening(
            "A correction",
            "In an earlier post I said that there are thirteen stairs. A reader has counted. There are thirteen."),
        Opening("The jigsaw", "Two thousand pieces of sky. We are doing it for the edges."),
        Opening(
            "How we heard",
            "Somebody rang the bell of every house in the road and then could not say it. We all knew by then, from the bell."
        ),
        Opening("After", "One goes on buying two of things. The second one I give to the wrens."),
        Opening(
            "The coat", "I have given it to the theatre. On Friday it was in a play, on a tall man, and took its bow."),
        Opening("Learning to cook for one, continued", "The trick is to set the table first."),
        Opening(
            "The hedge, again",
            "The wrens have moved to the letter box. I have told the postwoman. She feeds the letters in sideways, one at a time."
        ),
        Opening(
            "A visitor",
            "A young man came who had read all of this, from the first post, in one week. He wanted to see the bench. We sat on it."
        ),
        Opening("Rain on the skylight", "It is the only room with a percussion section."),
        Opening(
            "Good shoes",
            "The cobbler says that they will outlast me. He meant it kindly. It was the nicest thing that anybody had said all day."
        ),
        Opening(
            "The lake that the machine did not know",
            "We went back to see it. It has been put on the map. They have named it after the road."),
        Opening("Eighteen and a half", "That is how many notebooks. The half is because of the frog."),
        Opening(
            "A power cut",
            "We all came out with candles, as if we had been waiting for it, and somebody had already made soup."),
        Opening("The cello, sold", "To the cat’s other family."),
        Opening(
            "The girl who was sent to learn about work",
            "She has written from the city. She builds bridges now. She still sharpens her pencils the long way."),
        Opening("On maintenance", "Most of love is descaling."),
        Opening(
            "A small prize",
            "The gate has won “best latch” in the parish newsletter. I have had the certificate framed, and cannot find a hammer."
        ),
        Opening("Bread, attempt four hundred", "It was all right."),
        Opening(
            "The word that I had lost",
            "It was in the seed catalogue, of all places. I have written it on the wall by the bread bin, and I am not going to tell you."
        ),
        Opening(
            "Wind from the north",
            "It found the one key that was not on its hook, and has been practising on the lock all night."),
        Opening(
            "The bench, finally",
            "They came to turn it round, to face the road. The whole street stood in front of it until they went away again."
        ),
        Opening(
            "Twenty years",
            "A hundred posts, or near enough. I said at the start that I would write when there was something to say. I see now that it was the other way about."
        ),
    ]

    private static let reflections: [String] = [
        "I told this to my sister on the telephone. She said that it was exactly like our mother, and would not say which part.",
        "It is a small thing. But I have noticed that the large things, when they come, come in through the same door.",
        "There may be a moral here. I have looked for it behind the sofa, which is where they usually are.",
        "I thought about it for most of the afternoon, which I had set aside for something else that I now cannot recall.",
        "The man at number nine says that it was different in his day. I pointed out that it is still his day. He was quiet for a while and then lent me the drill.",
        "One should not make too much of it. I have made a pot of tea of it, and that seems about right.",
        "When I was a child this would have been the event of the week. I am pleased to report that it was.",
        "I wrote it down at once, on the back of the gas bill, and so it has been paid attention to twice.",
        "Everybody I have asked remembers it otherwise, and each of them better than the last.",
        "It has made me look at the rest of the street more carefully. There is a good deal of it.",
        "What I like about it is that nobody was in charge.",
        "I should have liked to ask somebody who knows about these things, but I have come to the age at which that is meant to be me.",
        "The weather had nothing to do with it, though it behaved all day as if it had.",
    ]

    private static let closings: [String] = [
        "That is all. The kettle is on.",
        "I shall let you know how it goes on, if it does.",
        "Good night, then, wherever you have put the lamp.",
        "More in spring.",
        "If you know better, write to me. The gate is open, but only because of the dog.",
        "I had another point. It will come back; they know where I live.",
        "And so to the gutters.",
        "You may quote this, but not to my sister.",
    ]
}
