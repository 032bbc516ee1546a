"""The script of the newcomer's forty steps: the keys, and the words that must be announced.

The words are from the acceptance script.  If the program now says something better, the difference
is reported and must be judged.  `{}` stands for any words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Both = tuple[str, str]
"""A text in Italian and in English."""

LANGUAGES: Final = ("it", "en")


@dataclass(frozen=True)
class Step:
    """A step: keys to press one after another, and the words expected afterwards.

    `until TEXT` waits for a sentence, `quiet` for silence, `seek TEXT` moves down to an item,
    `type TEXT` types, and `away` and `back` switch to another window and back.  Online,
    `joins` lets a second person join, `turn` waits for the turn, and `pull SECONDS` unplugs
    the cable for this time.  Where the languages differ, a bar separates the Italian text from
    the English one.
    """

    number: str
    keys: tuple[str, ...]
    wants: Both


SCRIPT: Final[dict[str, tuple[Step, ...]]] = {
    "hour": (
        Step("1", (), ("Audiogames. Lingua, language. Italiano.",) * 2),
        Step("2", ("down",), ("English.", "English.")),
        Step("3", ("up|down", "enter"), (
            "Prova voce. Parlo con {}. Invio per continuare.",
            "Speech test. Speaking through {}. Enter to continue.",
        )),
        Step("4", ("enter",), ("Menu principale. Gioca.", "Main menu. Play.")),
        Step("5", ("end", "down"), ("Esci. Esci.", "Quit. Quit.")),
        Step("6", ("f1",), (
            "Tasti del menu, {} voci. Freccia su e giù, scorri.",
            "Menu keys, {} items. Up and down arrows, move.",
        )),
        Step("7", ("escape", "g|p", "enter"), ("Gioca. Novantanove.", "Play. Novantanove.")),
        Step("8", ("enter",), (
            "Tavolo di Novantanove. Sei solo. B aggiunge un bot, Alt O opzioni.",
            "Novantanove table. You are alone. B adds a bot, Alt O options.",
        )),
        Step("9", ("b",), (
            "Ada, bot, si siede. 2 giocatori.", "Ada, bot, sits down. 2 players.",
        )),
        Step("10", ("b",), (
            "Bruno, bot, si siede. 3 giocatori. Invio per iniziare.",
            "Bruno, bot, sits down. 3 players. Enter to start.",
        )),
        Step("11", ("alt+o", "seek Tempo|seek Time", "escape"), (
            "Opzioni. Gettoni, 9. {} Tempo per turno, nessun limite.",
            "Options. Tokens, 9. {} Time per turn, no limit.",
        )),
        Step("12", ("enter", "quiet"), (
            ("Si gioca. 9 gettoni a testa. Totale 0. "
            "Hai re di fiori, sette di cuori, asso di picche. Tocca a te."),
            ("Game on. 9 tokens each. Total 0. "
            "You have king of clubs, seven of hearts, ace of spades. Your turn."),
        )),
        Step("13", ("h",), (
            "Hai 3 carte. Re di fiori, sette di cuori, asso di picche.",
            "You hold 3 cards. King of clubs, seven of hearts, ace of spades.",
        )),
        Step("14", ("home", "x"), (
            "Re di fiori. Porta il totale a 10. Nessun effetto.",
            "King of clubs. Brings the total to 10. No effect.",
        )),
        Step("15", ("enter",), (
            "Re di fiori. 10. Pesca, spazio.", "King of clubs. 10. Draw, space.",
        )),
        Step("16", ("enter",), (
            "Non tocca a te, tocca ad Ada. Puoi pescare, spazio.",
            "Not your turn, it is Ada's. You may draw, space.",
        )),
        Step("17", ("space", "until 22"), (
            ("Peschi otto di quadri. Ada, sette di picche, 17. Bruno, cinque di fiori, 22. "
            "Tocca a te."),
            ("You draw eight of diamonds. Ada, seven of spades, 17. Bruno, five of clubs, 22. "
            "Your turn."),
        )),
        Step("18", ("c", "s", "t"), (
            "Totale 22. Gettoni. Tu 9, Ada 9, Bruno 9. Tocca a te. Nessun limite di tempo.",
            "Total 22. Tokens. You 9, Ada 9, Bruno 9. Your turn. No time limit.",
        )),
        Step("19", ("alt+2", "ctrl+pagedown", "pageup", "ctrl+r"), (
            ("Vista partita. Bruno, cinque di fiori, 22. Tocca a te. Ada, sette di picche, 17. "
            "Tocca a te. Nessun limite di tempo."),
            ("Game view. Bruno, five of clubs, 22. Your turn. Ada, seven of spades, 17. "
            "Your turn. No time limit."),
        )),
        Step("20", ("e",), (
            "Dal tuo ultimo turno. Ada sette di picche, Bruno cinque di fiori. Totale 22.",
            "Since your turn. Ada seven of spades, Bruno five of clubs. Total 22.",
        )),
        Step("21", ("home", "down", "enter", "down"), (
            "Asso, quanto vale? Più 1, totale 23. Più 11, totale 33, gli altri perdono un gettone.",
            "Ace, worth? Plus 1, total 23. Plus 11, total 33, the others lose a token.",
        )),
        Step("22", ("enter",), (
            "Asso di picche, più 11. 33. Ada e Bruno perdono un gettone. Pesca, spazio.",
            "Ace of spades, plus 11. 33. Ada and Bruno lose a token. Draw, space.",
        )),
        Step("23", ("until 66", "space"), (
            "Ada, {}, {}. Troppo tardi per pescare. Hai 2 carte.",
            "Ada, {}, {}. Too late to draw. You hold 2 cards.",
        )),
        Step("24", ("quiet", "shift+p", "away", "back", "shift+p"), (
            "Pausa. {}Novantanove, in pausa, totale {}. {}Si riprende. Tocca a{}.",
            "Paused. {}Novantanove, paused, total {}. {}Resumed. {} turn.",
        )),
        Step("38", ("f12", "f12", "f10", "seek Ritmo dei bot|seek Bot pace", "right",
                    "escape", "f7"), (
            ("Quanto si dice, tutto. Quanto si dice, l'essenziale. "
            "Opzioni. {}Ritmo dei bot, 2 secondi. {}Giochi, volume 90."),
            ("How much is said, everything. How much is said, the essential. "
            "Options. {}Bot pace, 2 seconds. {}Game, volume 90."),
        )),
        Step("39", ("f11", "c", "insert", "f11", "ctrl+f1"), (
            ("Descrizione tasti attiva. C, totale. Insert è del lettore di schermo. "
            "Descrizione tasti spenta. Regole di Novantanove. {}"),
            ("Key describer on. C, total. Insert belongs to the screen reader. Key describer off. "
            "Rules of Novantanove. {}"),
        )),
        Step("27", ("escape", "f12", "quiet", "ctrl+s", "escape", "end", "enter"), (
            "Partita salvata. {} Riprendi, Novantanove, totale {}, tocca a te.",
            "Match saved. {} Resume, Novantanove, total {}, your turn.",
        )),
    ),
    "time": (
        Step("26", ("quiet", "shift+t", "until 10 second", "ctrl+t"), (
            "{} secondi. {}Tempo prolungato, 20 secondi.",
            "{} seconds. {}Time extended, 20 seconds.",
        )),
        Step("25", ("until Tempo scaduto|until Time is up",), (
            ("10 secondi. 5 secondi. Tempo scaduto. Perdi 2 gettoni, te ne restano 7. "
            "Tocca ad Ada."),
            "10 seconds. 5 seconds. Time is up. You lose 2 tokens, 7 left. Ada's turn.",
        )),
    ),
    "winning": (
        Step("28", ("quiet", *("home", "enter", "space", "until Tocca a te|until Your turn") * 4,
                    "home", "enter"), (
            "Bruno è eliminato. Hai vinto con {} gettoni. Ancora, spazio. Menu, Esc.",
            "Bruno is out. You win with {} tokens. Again, space. Menu, Esc.",
        )),
    ),
    "invido": (
        Step("29", ("enter", "i", "enter", "b", "enter", "quiet", "h"), (
            ("Invido, si va a 24. Hai 3 carte. Tre di coppe, Re di spade, Sette di denari. "
            "Tocca a te."),
            ("Invido, to 24. You hold 3 cards. Three of cups, king of swords, seven of coins. "
            "Your turn."),
        )),
        Step("30", ("i", "until tras mas"), (
            ("Invido, 3. Ada risponde. Ada, tras mas, 6. "
            "A va bene, R rilancia, F vai via, M a monte."),
            "Invido, 3. Ada answers. Ada, tras mas, 6. A fine, R raise, F fold, M a monte.",
        )),
        Step("31", ("v", "f"), (
            "Vale 3, chiesti 6. Se vai via, Ada prende 3. Vai via? Sì, no.",
            "Worth 3, asked 6. If you fold, Ada takes 3. Fold? Yes, no.",
        )),
        Step("32", ("n", "a", "home", "enter", "until Ada, cavallo|until Ada, knight"), (
            ("No. Ada aspetta. Va bene. Si gioca per 6. {}Tre di coppe. "
            "Ada, Cavallo di bastoni. Mano tua."),
            ("No. Ada is waiting. Fine. Playing for 6. {}Three of cups. "
            "Ada, knight of clubs. You take it."),
        )),
    ),
    "tressette": (
        Step("33", ("quiet", "home", *("down",) * 7, "x"), (
            "Tre di spade. Giochi una spada sola, la più alta. Dichiarazione: piombo.",
            "Three of swords. Your only sword, the highest. Declaration: piombo.",
        )),
        Step("34", ("d", "enter", "until Tocca a te|until Your turn", "end", "d", "enter"), (
            "Dichiaro, sì. Tu, piombo, Tre di spade. {}Nessuna dichiarazione possibile.",
            "Declare, on. You, piombo, three of swords. {}No declaration possible.",
        )),
        Step("35", ("quiet", "l", "shift+d"), (
            ("Ultima presa. Tu {}, Bruno {}, Carla {}, Ada {}. Presa {}. "
            "Dichiarazioni. Tu, piombo a spade."),
            ("Last trick. You {}, Bruno {}, Carla {}, Ada {}. {}. "
            "Declarations. You, piombo in swords."),
        )),
    ),
    "following": (
        Step("35, a wrong suit", ("enter", "quiet", "home", "enter"), (
            "Devi rispondere a {}, ne hai {}.", "Follow {}, you have {}.",
        )),
    ),
    "wist": (
        Step("36", ("until Prevedi.|until Bid.", "quiet", "b", "2", "enter", "3", "enter"), (
            ("Turno 1 di 8, Cuori. Seme del turno cuori. {}Non puoi prevedere 2. Prevedi. Wist. "
            "Previsioni. Ada 3, Bruno 4, Carla 4. Somma 11, non puoi prevedere 2. "
            "{}2 non si può, la somma farebbe 13. {}Prevedi 3."),
            ("Round 1 of 8, Hearts. Trump hearts. {}2 forbidden. Bid. Wist. "
            "Bids. Ada 3, Bruno 4, Carla 4. Sum 11, 2 forbidden. "
            "{}Not 2, the sum would be 13. {}You bid 3."),
        )),
        Step("37", ("until Tocca a te|until Your turn", "a", "w", "right"), (
            ("Turno 1 di 8, seme cuori. "
            "Prese. Tu {} su 3, Ada {} su 3, Bruno {} su 4, Carla {} su 4. {}, {}."),
            ("Round 1 of 8, trump hearts. "
            "Tricks. You {} of 3, Ada {} of 3, Bruno {} of 4, Carla {} of 4. {}, {}."),
        )),
    ),
    "dark": (
        Step("37, in the dark", ("enter", "quiet", "h"), (
            "Al buio. Prima prevedi.", "In the dark. Bid first.",
        )),
    ),
    "online": (
        Step("40, entering", ("home", "t", "enter", "home", "enter", "type ADDRESS", "enter",
                              "type Marta", "enter", "enter", "enter", "type CODE", "enter",
                              "until ospite|until guest"), (
            "Connesso come ospite Marta.", "Connected as guest Marta.",
        )),
        Step("40, a table", ("home", "enter", "n", "enter", "until privato|until rivate", "joins",
                             "until Ugo"), (
            "Tavolo privato. {}Ugo si siede.", "Private table. {}Ugo sits down.",
        )),
        Step("40, chat", ("alt+c", "type ciao", "enter", "escape"), ("Tu: ciao.", "You: ciao.")),
        Step("40, 20 seconds", ("enter", "quiet", "turn", "pull 20", "until conness|until connect"),
             (
            "Connessione persa, provo. {}Riconnesso. Non hai perso mosse. Tocca a te.",
            "Connection lost, retrying. {}Reconnected. You missed no move. Your turn.",
        )),
        Step("40, 90 seconds", ("turn", "pull 90", "until conness|until connect"), (
            "Connessione persa, provo. {}Riconnesso. Un bot ha giocato {} per te.",
            "Connection lost, retrying. {}Reconnected. A bot played {} for you.",
        )),
    ),
}  # fmt: skip
