extension Voices {
    static let world: [Voice] = [
        Voice(
            Cast.repairs, .world,
            [
                "Today: two toasters, a bear, a lamp with stage fright. All of them went home. #RepairCafe",
                "The fault was a crumb. The fault is nearly always a crumb. We do not tell people that it was a crumb.",
                "A gentleman brought in a clock “that runs too well”. We have made it worse, with care.",
                "We have been given nine hundred odd screws by a widow, sorted. Nobody could speak for a moment.",
                "Hairdryer, 1974, mended with the spring of a pen, 2024. They get on.",
                "Sign over our table: “If you can say what it used to do, we can begin.” #RepairCafe",
                Remark(
                    "The bear, before and after. He asked for the ear to stay as it was.",
                    pictures: [
                        "A worn teddy bear with one loose arm, on a workbench",
                        "The same bear, arm sewn on with red thread, one ear still bent",
                    ]),
            ]),
        Voice(
            Cast.choir, .world,
            [
                "Rehearsal tonight: bars 40 to 48, and then, if we are good, bar 49.",
                "The basses have a new member. He can be heard in the street and, with practice, in the right key.",
                "Our conductor says “from the top” the way other people say “once upon a time”. #Choir",
                "We are fourteen second altos and one page turner, who has the best voice and will not sing.",
                "Concert on Sunday in the dry dock. Dress warmly, breathe with the person next to you. #PortHollis",
                "Nobody claps between the movements any more. I miss the man who did.",
            ]),
        Voice(
            Cast.bees, .world,
            [
                "Hive three is in a mood. One can hear it from the gate: a minor third, with opinions.",
                "They have found the lime trees. For two weeks everything will taste of the avenue. 🐝",
                "A swarm on the post box. The postman has written “back at four” on a card and put it in his own hat.",
                "Queen marked in blue. She has already rubbed it off on somebody.",
                "Winter work: frames, wax, soup, and listening at the wood with a cup. Still humming. #Beekeeping",
            ]),
        Voice(
            Cast.corner, .world,
            [
                "The bakery at the slow corner has put out a bench. It faces the oven and not the street. Correct.",
                "I set out to mend one thing today and have now a list of nine, alphabetised.",
                "Someone has written “almost” on the dust of every parked car in our road. It is improving the road.",
                "Walked home the long way. It is still longer.",
                Remark(
                    "I have read the last chapter first. Do not judge me, it was raining.", warning: "spoilers, mild"),
                "The clock at the town hall is four minutes slow, and every appointment in town has agreed to be as well.",
                "My neighbour’s piano has learned a second song.",
            ]),
        Voice(
            Cast.harbour, .world,
            [
                "High water 4.1 m at 06:12, low 0.7 m at 12:31. Wind {wind} km/h, veering. The seal is back on pontoon C and does not pay. #PortHollis",
                "The 09:40 ferry will leave at 10:05 on account of a swan with views.",
                "Fog until noon. Sound signals are tested at ten; please do not answer them.",
                "Found: one oar, one left boot, one trombone. Claim at the office. The trombone may be played first. #PortHollis",
                "Dredging of the inner basin is complete. The list of what was in it is on the door, and runs to a second page.",
                Remark(
                    "This morning’s harbour, for those who are inland.",
                    pictures: [
                        "A small harbour in flat grey light: fishing boats, a red crane, and a seal asleep on a pontoon"
                    ]),
            ]),
        Voice(
            Cast.library, .world,
            [
                "Returned today, {count} years late, with a pressed fern at page 88: a guide to ferns.",
                "We lend telescopes now. Two weeks, no renewals at full moon. 🔭",
                "The most reserved book in town is about bread. The second most reserved one is about patience. We have put them side by side.",
                "Quiet hour is from eight to nine. So far the loudest thing in it was the sign being put up. #Libraries",
                "A reader asked for “the blue one from when I was small”. We found it. It is green. It was the right one.",
                "Story time on Saturday: אגדות and حكايات and sagas, one after another, with translation and biscuits.",
            ]),
        Voice(
            Cast.garden, .world,
            [
                "Slugs: {few}. Lettuces: sentimental value only. 🥬",
                "The beans have found the string. Nobody showed them. I was so careful not to look.",
                "Compost is a slow magazine: everything gets published in the end. #Allotment",
                "First frost at Allotment Nine. The dahlias have taken it personally.",
                "Swapped four courgettes for one conversation. Would do so again, have courgettes.",
                Remark(
                    "The pumpkin has reached the size at which it needs a name. Suggestions, please.",
                    pictures: ["A large ribbed pumpkin on straw beside a rubber boot, which it overtops"]),
            ]),
        Voice(
            Cast.trains, .world,
            [
                "Platform two, 07:52: everyone stands where the doors will be, except one person who stands where the sun is.",
                "The departure board says “on time” with the air of having been asked before.",
                "A man is carrying a ladder on the 18:10. The whole coach has opinions on ladders now. #Trains",
                "Eleven minutes late and the driver apologised by name, to all of us, at every station. I have never felt less late.",
                "New timetable. The old connection of three minutes is now one of two hours, which the leaflet calls “relaxed”.",
                "Overnight train: you fall asleep among hills and somebody has taken them away by morning.",
            ]),
        Voice(
            Cast.kitchen, .world,
            [
                "An onion takes as long as it takes. Recipes lie about this because they are written by hungry people.",
                "Soup rule: if you can hear it, turn it down.",
                "Tonight: lentils, lemon, the end of the bread, the end of the week. 🍋",
                "The sourdough has doubled, as have my estimates of when we will eat.",
                "Somebody asked for the recipe. There is none. There is a pot, and there is what was left. #LowFlame",
                "味噌 is patience that one can buy by the spoon.",
            ]),
        Voice(
            Cast.sky, .world,
            [
                "Clear until two. Saturn low in the south-east, rings tilted like a hat. Cold feet certain. #ClearSky",
                "Sixty per cent cloud is forty per cent sky. Get up.",
                "A satellite crossed the field during the only minute that mattered. It is in the picture now. It is a diagonal, and rather fine.",
                "Meteors tonight: perhaps {count} an hour, for the kind of person who counts an hour.",
                Remark(
                    "Forty minutes on the same patch of dark, and it turns out not to be.",
                    pictures: ["A faint spiral galaxy among sharp stars, with one thin satellite trail across a corner"]
                ),
            ]),
        Voice(
            Cast.maps, .world,
            [
                "Found a village that is on one edition and on neither neighbour. The printers denied everything for ninety years. #OldMaps",
                "A contour line never ends, it only goes off the sheet. I think about that more than is useful.",
                "The new survey has moved our hill by eleven centimetres. The hill has not been told.",
                "Legend of the week: “unexplored (muddy)”.",
                "Some maps have north at the top. Honest ones have the pub.",
            ]),
        Voice(
            Cast.words, .world,
            [
                "“Gap” came into English from Old Norse, where it meant a chasm. It has been getting smaller ever since. #Etymology",
                "A semicolon is a comma that has been to university; it knows better than to mention it.",
                "Today’s proof had “pubic library” in it. It did not go out. This is what we are for.",
                "There is a word in this language for a person who reads the index first. It is “reader”.",
                "Footnotes are where a book keeps its shoes.¹",
                "The plural of anecdote is dinner.",
                "A very long word for narrow windows: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft. You are welcome. #Etymology",
            ]),
    ]

    static let spanishLife: [Voice] = [
        Voice(
            Cast.lluvia, .world, in: "es",
            [
                "Llueve con educación: poco, seguido y sin levantar la voz.",
                "He perdido un paraguas en el tren. En alguna parte hay una ciudad entera de paraguas.",
                "El viento de hoy ha llegado sin avisar y se ha quedado a comer.",
                "Niebla hasta mediodía. Las gaviotas caminan, que para algo tienen pies. #Norte",
                "Mi abuela mide la lluvia en tejas: hoy, tres tejas y media.",
                "Ha salido el sol a las cinco y diez, ha visto cómo estaba todo y se ha vuelto a ir.",
                "Orbayu, calabobos, chirimiri: tantas palabras para lo mismo, y ninguna seca.",
                "El charco de la esquina ha cumplido una semana. Ya tiene vecinos. #Norte",
                Remark(
                    "La plaza, cinco minutos después. Ni un alma y todas las palomas.",
                    pictures: ["Una plaza empedrada y brillante tras la lluvia, con palomas y un solo banco"]),
            ]),
        Voice(
            Cast.mercado, .world, in: "es",
            [
                "Puesto once: hay higos, hay quesos, hay opiniones. Las opiniones son gratis. 🧀",
                "Hoy una señora ha pedido «un kilo de lo que esté contento». Se ha llevado melocotones.",
                "La balanza nueva habla. La antigua tenía más tacto.",
                "Un niño ha preguntado cuánto cuesta el pescado que está mirando. El pescado no estaba en venta: estaba mirando.",
                "Se vende poco y se charla mucho. Las cuentas salen, no sé en qué columna. #Mercado",
                "La del puesto doce ha puesto flores en las cajas vacías. Hoy se han vendido las cajas.",
                "Se acabó el pan a las nueve. A las nueve y cinco se acabó la paciencia. #Mercado",
                "Los tomates feos saben mejor. Con las personas hay menos estudios.",
                "Mañana viene el afilador. Se oye desde tres calles y desde la infancia.",
            ]),
    ]
}
