import EngineConcepts

/// Endurance racing reports in Spanish.
enum NocheEnBoxes {
    static let articles: [Article] = [cocina, relevo, lluvia, faro, madrugada]

    private static let cocina = Article(
        "La cocina del circuito cierra a las cinco y abre a las cinco", by: "Amparo Liria", .wec, ["crónica"],
        language: "es",
        html: """
            <p>Hay dos lugares del circuito que no duermen: el muro y la cocina. En el muro se discute de segundos; en la \
            cocina, de sal.</p>
            <p>La lleva Remedios, que ha dado de comer a cuatro campeones y a ninguno le ha puesto dos veces lo mismo. \
            <q>El piloto que entra a las tres quiere arroz. El que entra a las seis quiere a su madre. Arroz tengo.</q></p>
            <h2>El menú de la noche</h2>
            <ul>
            <li><strong>23:00</strong> — tortilla, para los que todavía hablan.</li>
            <li><strong>02:00</strong> — caldo, para los que ya no.</li>
            <li><strong>04:30</strong> — café, y que nadie pregunte qué lleva.</li>
            <li><strong>06:00</strong> — churros, porque sale el sol y hay que creérselo.</li>
            </ul>
            <p>A las cinco en punto apaga los fogones, friega, cuelga el trapo y los vuelve a encender. Son cuarenta \
            segundos. Dice que es su parada en boxes.</p>
            """)

    private static let relevo = Article(
        "Anatomía de un relevo", by: "Bruno Escalante", .wec, ["técnica"], language: "es",
        html: """
            <p>Un cambio de piloto dura lo que dura el repostaje: si es más corto, no sirve; si es más largo, se paga. \
            Entre lo uno y lo otro caben unos treinta segundos y siete hebillas.</p>
            <ol>
            <li>El que sale se suelta <em>antes</em> de parar, lo cual está prohibido, y por eso se entrena.</li>
            <li>El que entra lleva su asiento puesto como una tortuga.</li>
            <li>El tercero, el que no conduce, aprieta los hombros del segundo hasta que deja de respirar.</li>
            <li>Todos mienten sobre el estado del coche. El que sale dice que va bien.</li>
            </ol>
            <table><thead><tr><th>Equipo</th><th>Mejor</th><th>Media</th></tr></thead><tbody>
            <tr><td>Kestrel Works #7</td><td>18,4 s</td><td>19,9 s</td></tr>
            <tr><td>Estrella Sur #35</td><td>18,9 s</td><td>19,2 s</td></tr>
            <tr><td>Grey Heron #41</td><td>17,8 s</td><td>23,6 s</td></tr>
            </tbody></table>
            <p>Mírese la última fila con cariño: el relevo más rápido y el más lento son del mismo equipo, de la misma \
            noche, y entre ellos solo hubo una hebilla.</p>
            """)

    private static let lluvia = Article(
        "Elogio del neumático intermedio", by: "Bruno Escalante", .f1, ["técnica"], language: "es",
        html: """
            <p>El neumático intermedio no es bueno en nada. En seco se deshace, en agua flota, y en el garaje ocupa \
            sitio. Sin embargo, cada dos o tres carreras hay once minutos en los que es lo único que existe.</p>
            <p>Esos once minutos no los ve ningún radar. Los ve un mecánico que saca la mano por la puerta y dice: \
            <q>ahora</q>. El año pasado, en Lagoa Verde, Tamarind se fio de la mano y ganó; los otros se fiaron de una \
            nube de colores y ganaron experiencia.</p>
            <blockquote><p>El intermedio es el neumático de quienes saben que todo va a cambiar y no les \
            molesta.</p></blockquote>
            <p>Habría que ponerle un nombre menos triste.</p>
            """)

    private static let faro = Article(
        "El faro que se enciende cuarenta minutos antes", by: "Amparo Liria", .wec, ["crónica", "Alder Bay"],
        language: "es",
        html: """
            <p>El día de la carrera, el faro de Gull’s Nest se enciende cuarenta minutos antes de su hora. No lo pide \
            nadie ni lo prohíbe nadie. Empezó en el año de la niebla, cuando el farero, que tenía un sobrino en el #14, \
            decidió que su sobrino también era un barco.</p>
            <p>Desde entonces, los pilotos lo usan para frenar. La curva se llama <em>Lighthouse</em> en el mapa oficial \
            y «el tío» en los boxes: se frena cuando el tío te mira.</p>
            <figure><img src="https://noche-en-boxes.example/media/faro.jpg" alt="El haz del faro cruza una curva \
            mojada; abajo, las luces de tres coches muy juntos"><figcaption>Tres coches y un tío. Hora dos, \
            Alder Bay.</figcaption></figure>
            <p>El sobrino ya no corre. El farero se jubiló. El faro, que es automático, se sigue encendiendo cuarenta \
            minutos antes, y en la autoridad portuaria nadie encuentra el papel donde se dice por qué.</p>
            """)

    private static let madrugada = Article(
        "Lo que se oye a las cuatro", by: "Amparo Liria", .wec, ["crónica", "Alder Bay"], language: "es",
        summary: "Una vuelta a pie por el circuito, con los ojos cerrados donde se puede.",
        html: """
            <p>A las cuatro de la madrugada el circuito se oye mejor que se ve, así que lo hemos recorrido a pie y casi \
            a oscuras, con un cuaderno y una linterna que solo se encendió dos veces.</p>
            <h2>De la recta al puente</h2>
            <p>En la recta no se oyen motores: se oye el aire que apartan. El motor viene después, como una disculpa. En \
            el Puente Viejo cada coche suena dos veces, y los marshals, que llevan ahí doce horas, ya solo escuchan la \
            segunda.</p>
            <h2>La cannery</h2>
            <p>Las eses de la conservera huelen a sal y a freno. Aquí se distinguen las marcas:</p>
            <ul>
            <li>el <strong>Kestrel</strong> silba;</li>
            <li>el <strong>Corvane</strong> gruñe, y se calla de golpe;</li>
            <li>el <strong>Bluebell</strong> hace lo que haría una tela cara;</li>
            <li>el <strong>Estrella Sur</strong> suena a taxi, y va segundo.</li>
            </ul>
            <h2>El final</h2>
            <p>Junto a la última curva duerme gente en sillas plegables. Cuando pasa el líder, ninguno se despierta. \
            Cuando el líder <em>no</em> pasa, se despiertan todos.</p>
            <p>Seguiremos aquí hasta que den las seis. Quien quiera seguir la carrera minuto a minuto tiene la \
            <a href="https://timing.example/alder-bay">tabla de tiempos</a>; quien quiera seguirla de verdad, que abra \
            la ventana.</p>
            """)
}
