import Localization

nonisolated extension Localizer {
    /// What is said of troubles, in Spanish, by what it is in English; the first that fits counts.
    static let spanishTroubles: [TranslatedError] = [
        .init(
            "{0} wants to know who asks (status {1}): give it a name and password.",
            "{0} quiere saber quién pregunta (estado {1}): dale un nombre y una contraseña."
        ),
        .init("{0} does not let Fiber in (status 403).", "{0} no deja entrar a Fiber (estado 403)."),
        .init(
            "{0} has nothing at this address (status 404): check it.",
            "{0} no tiene nada en esta dirección (estado 404): compruébala."
        ),
        .init(
            "It is asked again, after longer and longer pauses where that goes on.",
            "Se le vuelve a preguntar, con pausas cada vez más largas si sigue así."
        ),
        .init(
            "{0} says that this is gone for good (status 410), so it is not asked any more.",
            "{0} dice que esto ha desaparecido para siempre (estado 410), así que no se le pregunta más."
        ),
        .init(
            "{0} says that this is gone for good (status 410).",
            "{0} dice que esto ha desaparecido para siempre (estado 410)."
        ),
        .init(
            "Remove the source; adding it anew has it asked once again.",
            "Quita la fuente; al añadirla de nuevo se le pregunta otra vez."
        ),
        .init("{0} asks for patience (status 429).", "{0} pide paciencia (estado 429)."),
        .init(
            "{0} is refreshing this store; its results appear here.",
            "{0} está actualizando este almacén; sus resultados aparecen aquí."),
        .init("Another Fiber (process {0}, `{1}`)", "Otro Fiber (proceso {0}, `{1}`)"),
        .init("{0} asks for patience.", "{0} pide paciencia."),
        .init("{0} is not available for a while (status 503).", "{0} no está disponible por un rato (estado 503)."),
        .init(
            "It asks for more than a day; it is asked again after one.",
            "Pide más de un día; se le vuelve a preguntar al cabo de uno."
        ),
        .init(
            "{0} has a fault of its own (status {1}): try again later.",
            "{0} tiene un fallo propio (estado {1}): inténtalo más tarde."
        ),
        .init(
            "{0} says that this has moved (status {1}), and not to where: look for its new address there.",
            "{0} dice que esto se ha mudado (estado {1}), pero no adónde: busca allí su dirección nueva."
        ),
        .init(
            "{0} says that nothing has changed, but was never read.",
            "{0} dice que nada ha cambiado, pero nunca se leyó."
        ),
        .init("{0} answered with status {1}.", "{0} respondió con el estado {1}."),
        .init("The request to {0} was cancelled.", "La petición a {0} se canceló."),
        .init("{0} sent a head that is longer than any should be.", "{0} envió una cabecera más larga de lo debido."),
        .init(
            "{0} does not speak HTTP as it should: lines of its header may end without a carriage return.",
            "{0} no habla HTTP como es debido: puede que líneas de su cabecera acaben sin retorno de carro."
        ),
        .init("{0} does not speak HTTP as it should.", "{0} no habla HTTP como es debido."),
        .init("That is for whoever runs it to mend.", "Eso le toca arreglarlo a quien lo lleva."),
        .init(
            "That is for whoever runs it to mend; it may be right the next time.",
            "Eso le toca arreglarlo a quien lo lleva; puede que la próxima vez vaya bien."
        ),
        .init(
            "{0} says twice how long its answer is, or not in digits: that is no HTTP.",
            "{0} dice dos veces cuánto mide su respuesta, o no en cifras: eso no es HTTP."
        ),
        .init("It is for whoever runs it to mend.", "Le toca arreglarlo a quien lo lleva."),
        .init(
            "The connection to {0} could not be made, or broke; check the network.",
            "La conexión con {0} no se pudo hacer, o se rompió; comprueba la red."
        ),
        .init(
            "{0} wants to know who asks: put a name and password into its address.",
            "{0} quiere saber quién pregunta: pon un nombre y una contraseña en su dirección."
        ),
        .init("{0} did not let the request through.", "{0} no dejó pasar la petición."),
        .init("{0} could not be reached within {1}.", "No se pudo llegar a {0} en {1}."),
        .init("{0} did not answer within {1}.", "{0} no respondió en {1}."),
        .init("{0} was not ready within {1}.", "{0} no estuvo lista en {1}."),
        .init("{0} sent nothing for {1}.", "{0} no envió nada durante {1}."),
        .init("{0} did not set up a secure connection within {1}.", "{0} no estableció una conexión segura en {1}."),
        .init("The address at {0} is not valid.", "La dirección de {0} no es válida."),
        .init("Talking to {0} failed.", "Falló la conversación con {0}."),
        .init(
            "There is no host {0}, or nobody who knows it; check the address, or the network.",
            "No hay ningún servidor {0}, o nadie lo conoce; comprueba la dirección o la red."
        ),
        .init("{0} could not be reached in time.", "No se pudo llegar a tiempo a {0}."),
        .init("{0} could not be reached; check the network.", "No se pudo llegar a {0}; comprueba la red."),
        .init("{0} refused the connection: nothing listens there.", "{0} rechazó la conexión: allí no escucha nada."),
        .init("{0} could not be reached: {1}.", "No se pudo llegar a {0}: {1}."),
        .init("Check the network.", "Comprueba la red."),
        .init(
            "Check the proxy in the environment (http_proxy, https_proxy, all_proxy); no_proxy leaves hosts out.",
            "Comprueba el proxy del entorno (http_proxy, https_proxy, all_proxy); no_proxy deja servidores fuera."
        ),
        .init(
            "The certificate that {0} shows is another host's: somebody may stand in between.",
            "El certificado que muestra {0} es de otro servidor: puede que alguien esté en medio."
        ),
        .init(
            "The certificate of {0} has expired (it was valid until {1}).",
            "El certificado de {0} ha caducado (valía hasta {1})."
        ),
        .init(
            "The certificate of {0} is not valid yet (only from {1} on).",
            "El certificado de {0} aún no vale (solo desde {1})."
        ),
        .init(
            "The certificate of {0} is self-signed: nobody vouches for it but {1} itself.",
            "El certificado de {0} está firmado por sí mismo: nadie responde de él salvo {1}."
        ),
        .init(
            "The certificate of {0} is signed by {1}, no authority that this machine knows.",
            "El certificado de {0} está firmado por {1}, una autoridad que esta máquina no conoce."
        ),
        .init(
            "The certificate of {0} cannot be trusted: it has expired, or no authority that this machine knows has signed it.",
            "No se puede confiar en el certificado de {0}: ha caducado, o no lo ha firmado ninguna autoridad que esta máquina conozca."
        ),
        .init("Nothing was sent to it.", "No se le envió nada."),
        .init("Check the address, or ask whoever runs {0}.", "Comprueba la dirección, o pregunta a quien lleva {0}."),
        .init(
            "Whoever runs {0} must renew it; where others say the same, check this machine's clock.",
            "Quien lleva {0} debe renovarlo; si otros dicen lo mismo, comprueba el reloj de esta máquina."
        ),
        .init("Check this machine's clock.", "Comprueba el reloj de esta máquina."),
        .init(
            "{0} does not encrypt: an address that begins with http: may lead there.",
            "{0} no cifra: puede que una dirección que empiece por http: lleve allí."
        ),
        .init("A secure connection to {0} could not be set up.", "No se pudo establecer una conexión segura con {0}."),
        .init(
            "{0} sent more than {1} MiB; that is more than a feed should be.",
            "{0} envió más de {1} MiB; es más de lo que debe medir una fuente."
        ),
        .init(
            "{0} sent compressed data that is broken, or that is not compressed although it says so.",
            "{0} envió datos comprimidos rotos, o que dicen estar comprimidos sin estarlo."
        ),
        .init(
            "{0} closed the connection before it had sent everything.",
            "{0} cerró la conexión antes de haberlo enviado todo."
        ),
        .init(
            "{0} sent data that grows more than {1}-fold when inflated.",
            "{0} envió datos que crecen más de {1} veces al descomprimirse."
        ),
        .init("{0} took longer than {1} to send everything.", "{0} tardó más de {1} en enviarlo todo."),
        .init("{0} sends less than {1} bytes a second.", "{0} envía menos de {1} bytes por segundo."),
        .init(
            "{0} redirects in a circle; its address may have changed.",
            "{0} redirige en círculo; puede que su dirección haya cambiado."
        ),
        .init(
            "{0} redirects more than {1} times; its address may have changed.",
            "{0} redirige más de {1} veces; puede que su dirección haya cambiado."
        ),
        .init("{0} redirects to something that is no web address.", "{0} redirige a algo que no es una dirección web."),
        .init(
            "The page at {0} is no feed, links to none, and has none in the usual places.",
            "La página de {0} no es una fuente, no enlaza ninguna ni tiene ninguna donde suele haberlas."
        ),
        .init("Give the feed's own address.", "Da la dirección de la propia fuente."),
        .init(
            "The page links to {0} as its feed, but that is a web page, too.",
            "La página enlaza {0} como su fuente, pero también es una página web."
        ),
        .init(
            "The page also offers its comments as a feed: {0}.",
            "La página ofrece además sus comentarios como fuente: {0}."
        ),
        .init("To follow them, add that address.", "Para seguirlos, añade esa dirección."),
        .init(
            "A feed (RSS, Atom, JSON Feed) or JSON Lines is expected.",
            "Se espera una fuente (RSS, Atom, JSON Feed) o JSON Lines."
        ),
        .init(
            "What {0} sent is not what {1} sends; it may be down, or have changed.",
            "Lo que envió {0} no es lo que envía {1}; puede que esté caído o haya cambiado."
        ),
        .init("What {0} sent {1}.", "Lo que envió {0} {1}."),
        .init("is empty", "está vacío"),
        .init("is a web page that links to no feed", "es una página web que no enlaza ninguna fuente"),
        .init(
            "{0} is broken at line {1}, column {2} ({3}); what could be read was kept.",
            "{0} está roto en la línea {1}, columna {2} ({3}); se guardó lo que se pudo leer."
        ),
        .init(
            "Its last item is cut off: what of it was complete was kept.",
            "Su última entrada está cortada: se guardó lo que estaba entero."
        ),
        .init(
            "The feed is at {0}, which asks nobody who they are: the password was not kept for it.",
            "La fuente está en {0}, que no pregunta a nadie quién es: no se guardó la contraseña para ella."
        ),
        .init("{0} is already a source, with the id {1}.", "{0} ya es una fuente, con el id {1}."),
        .init(
            "{0} is not encrypted: others can read your login on the network.",
            "{0} no está cifrado: otros pueden leer tus datos de acceso en la red."
        ),
        .init(
            "Nobody called {0} has written anything on Hacker News.",
            "Nadie llamado {0} ha escrito nada en Hacker News."
        ),
        .init(
            "{0} is a ranking: what stood there before cannot be asked for.",
            "{0} es una clasificación: no se puede pedir lo que hubo antes."
        ),
        .init(
            "{0} can only be read from its newest item downwards.",
            "{0} solo se puede leer desde su entrada más nueva hacia abajo."
        ),
        .init("There is no file {0}.", "No existe el archivo {0}."),
        .init("Check the path.", "Comprueba la ruta."),
        .init("The file {0} may not be read.", "El archivo {0} no se puede leer: faltan permisos."),
        .init("Check its permissions.", "Comprueba sus permisos."),
        .init("The file {0} cannot be read: {1}.", "El archivo {0} no se puede leer: {1}."),
        .init("{0} is a directory.", "{0} es un directorio."),
        .init("Give the path of a file in it.", "Da la ruta de un archivo que esté en él."),
        .init(
            "{0} is no ordinary file; what it yields cannot be read twice.",
            "{0} no es un archivo normal; lo que da no se puede leer dos veces."
        ),
        .init(
            "The file {0} holds more than {1} MiB that are new; that is too much at once.",
            "El archivo {0} tiene más de {1} MiB nuevos; es demasiado de una vez."
        ),
        .init("There is no command to run.", "No hay ninguna orden que ejecutar."),
        .init(
            "{0} was still running after {1} seconds and was ended.",
            "{0} seguía en marcha al cabo de {1} segundos y se terminó."
        ),
        .init("{0} was ended before it was done.", "{0} se terminó antes de acabar."),
        .init("{0} cannot be run.", "{0} no se puede ejecutar."),
        .init("There is no program {0}.", "No existe el programa {0}."),
        .init("Check its name and the PATH.", "Comprueba su nombre y el PATH."),
        .init("Check its path.", "Comprueba su ruta."),
        .init("{0} could not open {1}: {2}.", "{0} no pudo abrir {1}: {2}."),
        .init(
            "{0} does not answer: its server says {1} (service unavailable).",
            "{0} no responde: su servidor dice {1} (servicio no disponible)."
        ),
        .init(
            "{0} is out of order: its server says {1} (bad gateway).",
            "{0} está averiada: su servidor dice {1} (puerta de enlace incorrecta)."
        ),
        .init("{0} wants to know first who likes.", "{0} quiere saber antes a quién le gusta."),
        .init("{0} broke the connection off.", "{0} cortó la conexión."),
        .init("The sample's sources cannot be changed.", "Las fuentes de la muestra no se pueden cambiar."),
        .init("{0} is not in the timeline any more.", "{0} ya no está en la línea de tiempo."),
        .init("The program ended before {0} answered.", "El programa acabó antes de que {0} respondiera."),
        .init("Reading {0} was cancelled.", "La lectura de {0} se canceló."),
        .init("{0} says that a page follows itself.", "{0} dice que una página se sigue a sí misma."),
        .init("{0} There is no setting \"{1}\".", "{0} No hay ningún ajuste «{1}»."),
        .init("{0} There is no theme called \"{1}\".", "{0} No hay ningún tema llamado «{1}»."),
        .init("{0} There is no command called \"{1}\".", "{0} No hay ninguna orden llamada «{1}»."),
        .init("The command line (the key :) lists them.", "La línea de órdenes (la tecla :) las muestra."),
        .init(
            "{0} There is no part of the screen called \"{1}\".",
            "{0} No hay ninguna parte de la pantalla llamada «{1}»."
        ),
        .init("{0} There are no keys called \"{1}\".", "{0} No hay teclas llamadas «{1}»."),
        .init("{0} In {1}, \"{2}\" is given to both {3} and {4}.", "{0} En {1}, «{2}» se da a la vez a {3} y a {4}."),
        .init(
            "{0} In {1}, {2} begin alike, so that the longer one could never be reached.",
            "{0} En {1}, {2} empiezan igual, de modo que a la más larga nunca se podría llegar."
        ),
        .init(
            "{0} In {1}, {2} are the same key: it does what is said first.",
            "{0} En {1}, {2} son la misma tecla: hace lo que se dice primero."
        ),
        .init(
            "{0} The key {1} takes the name of a command in quotes.",
            "{0} La tecla {1} lleva el nombre de una orden entre comillas."
        ),
        .init("\"{0}\" belongs below the line [{1}].", "«{0}» va debajo de la línea [{1}]."),
        .init("{0} \"{1}\" is no colour; one is written as {2}.", "{0} «{1}» no es un color; se escribe como {2}."),
        .init("{0} This is no TOML: {1}.", "{0} Esto no es TOML: {1}."),
        .init("{0} It is not UTF-8 text.", "{0} No es texto en UTF-8."),
        .init("Save it as UTF-8, or move it away.", "Guárdalo como UTF-8, o quítalo de ahí."),
        .init("{0} It cannot be read: {1}", "{0} No se puede leer: {1}"),
        .init(
            "Until the line is mended, the standard holds: {0}.", "Hasta que se corrija la línea vale lo normal: {0}."),
        .init(
            "Until the file is mended, every setting has its standard.",
            "Hasta que se corrija el archivo, cada ajuste tiene su valor normal."
        ),
        .init(
            "Did you mean {0}?", "¿Querías decir {0}?"),
        .init("There is: {0}.", "Hay: {0}."),
        .init("Mend the line, or take it out.", "Corrige la línea o quítala."),
        .init("Mend the template, or take it out.", "Corrige la plantilla o quítala."),
        .init("Nothing was changed.", "No se cambió nada."),
        .init("Mend the line, then try again.", "Corrige la línea y vuelve a intentarlo."),
        .init("Mend the line.", "Corrige la línea."),
        .init("Change or remove the rule first.", "Cambia o quita antes la regla."),
        .init("{0} The rule “{1}” is about the topic “{2}”.", "{0} La regla «{1}» trata del tema «{2}»."),
        .init("The store {0} is damaged.", "El almacén {0} está dañado."),
        .init("The store {0} cannot be written to.", "En el almacén {0} no se puede escribir."),
        .init(
            "There is no room left on the disk for the store {0}.", "No queda sitio en el disco para el almacén {0}."),
        .init("Another program keeps the store {0} locked.", "Otro programa tiene bloqueado el almacén {0}."),
        .init("The store {0} cannot be opened.", "El almacén {0} no se puede abrir."),
        .init("The store {0} reports a failure.", "El almacén {0} informa de un fallo."),
        .init(
            "Check the permissions of the file and its directory.",
            "Comprueba los permisos del archivo y de su directorio."
        ),
        .init(
            "Free some room and try again: nothing that was stored is lost.",
            "Libera sitio y vuelve a intentarlo: nada de lo guardado se ha perdido."
        ),
        .init(
            "End the other program, or try again in a moment.",
            "Cierra el otro programa, o inténtalo dentro de un momento."
        ),
        .init("Try again; if it stays, run `fiber doctor`.", "Inténtalo de nuevo; si sigue, ejecuta `fiber doctor`."),
        .init("{0} takes {1}.", "{0} lleva {1}."),
        .init("one of {0}", "uno de estos: {0}"),
        .init("a whole number from {0} to {1}", "un número entero de {0} a {1}"),
        .init("a list of words, such as {0}", "una lista de palabras, como {0}"),
        .init("a name, such as {0}", "un nombre, como {0}"),
        .init("true or false", "true o false"),
        .init("text in quotes", "un texto entre comillas"),
        .init("a list of names", "una lista de nombres"),
        .init("1 second", "1 segundo"),
        .init("{0} milliseconds", "{0} milisegundos"),
        .init("{0} seconds", "{0} segundos"),
    ]
}
