extension Voices {
    static let wec: [Voice] = [
        Voice(
            Cast.recordist, .wec,
            [
                "Recorded {corner} for an hour with the gain right down. In the loud version you hear engines. In the quiet one you hear people holding their breath. #AlderBay6h",
                "Hour two, microphone in the gravel: every car throws three stones and takes two along.",
                "The best sound here is still the pit lane at the moment when nobody has anything to say.",
                "Wind {wind} km/h, fur on all the microphones. We look like a small zoo with cables.",
                "Somebody hummed along with the #63 for a whole stint. It is on the tape. It is in tune, which is more than one can say of the #63.",
                "ليل هادئ: a marshal taught me the words for “quiet night”. Then forty cars came by.",
            ]),
        Voice(
            Cast.nightShift, .wec,
            [
                "Hour three is when endurance racing starts. Before that it is only a long sprint with lunch. #AlderBay6h",
                "The #41 has changed its brake discs in 74 seconds. I have needed longer to open a window.",
                "You can tell the cars apart with your eyes shut: {car} whistles, 16 growls, and the Bluebell sounds like somebody tearing good cloth.",
                "Driver change at Kestrel. The new one gets in as if it were a warm bath, the old one out as if it had been a cold one.",
                "Slow zone at {corner}. Eighty on the limiter, everybody with one eye on the mirror and one on the clock. #WEC",
                "There is a man in the next garage who has slept, upright, since hour one. When his car comes in he will be on his feet before the board is. 🛠️",
                "Stint average for {car}: {laptime}, dropping by a tenth an hour. That is not a car, that is a metronome with headlights.",
                Remark(
                    "Brake discs at the end of a double stint. Somebody cooked an egg on one once. It tasted of carbon and regret.",
                    pictures: ["A brake disc glowing dull orange behind a wheel, seen through the spokes in the dark"]),
                "Fuel: {few} laps. Driver: “plenty”. Engineer: silence. That silence has a lap time.",
            ]),
        Voice(
            Cast.gearbox, .wec,
            [
                "Rebuilt a gearbox in 41 minutes tonight. New personal best, on someone else’s worst evening.",
                "The part that failed costs less than my sandwich did. It always does.",
                "We do not say “it should hold”. We say “it held in testing” and then nobody looks at anybody.",
                "Note for the apprentices: a torque wrench is not an opinion.",
                "Car {car} came in with a rabbit’s nest of grass in the radiator. No rabbit. We checked twice. 🐇",
                "“What is that noise?” is a question for before the race. After hour four the answer is always “the car”. #AlderBay6h",
                Remark(
                    "Exactly, and the reason is thermal. Cold oil lies about everything.",
                    quoting: .init(
                        author: Cast.nightShift,
                        text:
                            "Watch #63 on the lap out of the pits. It shifts as if it were asking for permission. #WEC")
                ),
                Remark(
                    "Hands, after. Not pretty, so it is behind the fold.", warning: "small cuts, engine oil",
                    pictures: ["Two hands over a wash basin, black to the wrists, one sticking plaster"]),
            ]),
        Voice(
            Cast.lapChart, .wec,
            [
                "Four classes, {count} cars, one chart. It looks like a plate of noodles that somebody is proud of.",
                "#7 and #16 have been within {gap} s of each other for two hours. They started eleven places apart and will finish the same way, only older.",
                "Lap {lap}: lead change in the slowest class. Nobody on the feed has noticed. I have noticed. #WEC",
                "If the #22 stops now it comes out ahead of the #3, behind the #50 and in the middle of an argument.",
            ]),
        Voice(
            Cast.pitWall, .wec,
            [
                "Alder Bay, two hours gone, order at the front unchanged, everything behind it new. #AlderBay6h",
                "Race control reminds all teams that the pit exit line is “not decorative”.",
                "Car {car} will be investigated after the race. So will whoever wrote the schedule for the fireworks.",
                "Safety car boards at {corner}. Half of the field groans, the other half was just about to stop. #AlderBay6h",
                "Confirmed: #35 has lost its rear lights and has been called in to be given new ones. Estrella Sur reports “no shortage of lights, only of wires”.",
            ]),
        Voice(
            Cast.statistician, .wec,
            [
                "Distance covered by the field so far: {count} thousand kilometres. Distance to the nearest other car: usually under two metres.",
                "The #77 has made the fewest stops and the most sandwiches. Only one of these is on the official sheet.",
                "Fastest sector three of the race goes to the oldest chassis in it. There is a lesson here and I refuse to draw it.",
            ]),
    ]

    static let spanishRacing: [Voice] = [
        Voice(
            Cast.noche, .wec, in: "es",
            [
                "A las tres de la mañana el circuito tiene otro idioma: lo habla quien lleva los guantes puestos. #WEC",
                "El #35 entra, cambia piloto y sale con {tenths} segundos regalados al público. Nadie se queja: fue un espectáculo. #AlderBay6h",
                "Ibarra por radio: «dime que falta poco». El ingeniero, que es de Soria y no miente: «falta».",
                "Han pasado {few} coches por la grava de {corner} y la grava empieza a cobrar entrada.",
                "Neumático medio, pista a {track} grados y un piloto que canta. No sabemos cuál de las tres cosas es la más rápida.",
                "La Estrella Sur ha ganado dos puestos sin adelantar a nadie. Se llama paciencia y también se entrena. #WEC",
                Remark(
                    "El muro, a la hora del café. Nótese quién mira la pantalla y quién mira el bizcocho.",
                    pictures: [
                        "Cuatro ingenieros junto al muro de boxes; uno mira los tiempos y tres un bizcocho de limón"
                    ]),
                Remark(
                    "Y aun así terminó segundo. Hay coches que llegan por orgullo.",
                    warning: "resultado de la carrera",
                    quoting: .init(
                        author: Cast.curva,
                        text: "El #16 ha hecho la última media hora sin tercera marcha. Sin tercera. #AlderBay6h")),
                "Si el viento sigue girando, {corner} se tomará a fondo. Si no sigue, también, pero una sola vez.",
                "Vuelta {lap}. El coche {car} rueda en {laptime} como quien riega las plantas.",
            ]),
        Voice(
            Cast.curva, .f1, in: "es",
            [
                "Clasificación en Monte Salvo: doce pilotos en {tenths} décimas y un decimotercero que pregunta por qué. #SalvoGP",
                "El {car} lleva el alerón de la semana pasada y los tiempos de la próxima.",
                "En {corner} hay un piano nuevo. Los pilotos dicen que desafina.",
                "Ha llovido en {corner} y solo en {corner}. La nube lleva dorsal, creo que el {car}.",
                "Los entrenamientos libres se llaman así porque nadie los entiende gratis. #SalvoGP",
                "A {gap} segundos del líder y sonriendo: o sabe algo o no le funciona la pantalla.",
                "Nos preguntan qué es el «graining». Es cuando la goma se arrepiente. #F1",
                "Parada de 2,1 segundos. He tardado más en escribir este mensaje, y tenía menos tuercas.",
                "La federación de mi barrio (mi madre) ha decidido que la salida se ve en silencio.",
                "Bandera amarilla, bandera verde, bandera amarilla. Alguien está aprendiendo a conducir o a ondear. #SalvoGP",
                "Tres ingenieros, cuatro estrategias, un piloto que ya ha decidido. La F1 en una frase.",
            ]),
        Voice(
            Cast.relevo, .wec, in: "es",
            [
                "Primer relevo terminado: {count} vueltas, dos litros perdidos, ninguna queja. El coche va mejor que yo.",
                "Subirse de noche a un coche caliente es como entrar en la cocina de otra persona. Todo quema y nada está en su sitio.",
                "Hoy he adelantado por fuera en {corner}. Mi ingeniera dice que no lo repita. Mi ingeniera sonreía. #AlderBay6h",
                "Mi compañero me deja el asiento caliente, el volante frío y un chiste escrito en el espejo. Equipo completo. #WEC",
                "Vuelta {lap}, de noche, sin luna: frenas donde huele a frenos.",
                "Consejo para quien empieza: el asiento se ajusta antes. Siempre antes. #WEC",
                "Después del relevo: agua, plátano, silencio, diez minutos de mirar una pared. La pared de Alder Bay es excelente.",
                "Mañana, simulador. Pasado, simulador. El jueves, ¡coche! El coche se parece bastante al simulador, pero huele.",
            ]),
    ]
}
