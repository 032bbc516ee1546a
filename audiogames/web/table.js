// The table: turn, seats, cards on the table, large number, facts, result.

import { drawBack, drawPile, drawSign, lyingCard, putCard } from "./cards.js";
import { attribute, follow, make, part, show, write } from "./keyed.js";
import { attempt } from "./guard.js";
import { cardsNow, moveFrom } from "./motion.js";
import { click, means } from "./presses.js";
import { middleOf, noteTaken } from "./taken.js";

const LIST = { role: "list" }; // Safari takes a list without marks for none

let drawn = {}; // the table that was drawn last, and the words

/** Return the functions that draw the parts of the table, by id; `table` is null without one. */
export function tableParts(table, screen, words) {
  drawn = { table, words };
  noteTaken(table, screen, drawMiddle);
  document.body.classList.toggle("at-table", Boolean(table));
  document.body.classList.toggle("has-result", Boolean(table?.result));
  return {
    turn: () => drawTurn(table),
    seats: () => follow(part("seats"), inOrderOfPlay(table), (seat) => seat.number, makeSeat,
      (place, seat) => mendSeat(place, seat, words)),
    felt: () => show(part("felt"), Boolean(table) && !table.result),
    number: () => drawNumber(table?.total ?? table?.stake?.number, table?.stake?.parts),
    laid: () => drawLaid(table, words),
    heap: () => drawHeap(table, words),
    facts: () => follow(part("facts"), table?.facts ?? [], (_fact, place) => place, () => make("li"), write),
    result: () => drawResult(table?.result),
    points: () => drawPoints(table?.result?.sheet, words),
  };
}

function inOrderOfPlay(table) {
  const seats = table?.seats ?? [];
  const order = table?.order ?? [];
  return [...seats].sort((one, other) => order.indexOf(one.number) - order.indexOf(other.number));
}

function drawTurn(table) {
  const turn = part("turn");
  show(turn, Boolean(table?.turn));
  if (!table?.turn) return turn.replaceChildren();
  if (!turn.firstChild) turn.append(make("p"), make("p", "clock"));
  write(turn.firstChild, table.turn);
  const { clock } = table;
  write(turn.lastChild, clock ? String(clock.left) : "");
  turn.classList.toggle("mine", table.seats.some((seat) => seat.is_own && seat.acts));
}

function makeSeat() {
  const place = make("li", "seat");
  place.append(make("strong", "name"), make("span", "marks"), make("span", "pile"), make("span", "backs", "", { "aria-hidden": "true" }),
    make("ul", "notes", "", LIST), make("p", "says"));
  return place;
}

function mendSeat(place, seat, words) {
  const [name, marks, pile, backs, notes, says] = place.children;
  place.className = ["seat", seat.is_own && "own", seat.acts && "acts", seat.is_out && "out", seat.is_away && "away"]
    .filter(Boolean).join(" ");
  write(name, `${seat.name} `); // a space: readers read on without one
  const told = [["acts", seat.acts], ["deals", seat.deals], ["away", seat.is_away], ["out", seat.is_out]];
  follow(marks, told.filter(([, holds]) => holds).map(([id]) => id), String, (id) => make("span", id),
    (mark, id) => write(mark, `${words[id] ?? ""} `));
  const piles = seat.pile ? [seat.across ?? 0] : [];
  follow(pile, piles, String, (across) => {
    const one = make("span");
    one.append(drawPile(across));
    return one;
  });
  const cards = seat.is_own ? 0 : seat.cards ?? 0;
  follow(backs, Array.from({ length: cards }), (_none, number) => number, () => {
    const back = make("span");
    back.append(drawBack());
    return back;
  });
  follow(notes, seat.notes ?? [], (_note, number) => number, () => make("li"), write);
  write(says, seat.says ?? "");
  show(says, Boolean(seat.says));
}

/** Redraw the middle alone, once the captured cards have been shown long enough. */
function drawMiddle() {
  const { table, words } = drawn;
  const before = cardsNow();
  attempt(() => drawLaid(table, words));
  moveFrom(before, table);
}

function drawLaid(table, words) {
  const names = new Map((table?.seats ?? []).map((seat) => [seat.number, seat.name]));
  const laid = attribute(part("laid"), { "aria-label": words.laid ?? "" });
  laid.classList.toggle("last", Boolean(table?.is_last));
  laid.classList.toggle("captures", Boolean(table?.taken?.number)); // and no tricks
  follow(laid, middleOf(table), (one) => `${one.isTaken ? "taken" : one.seat} ${one.card?.id ?? "back"}`,
    (one) => lyingCard("lying", names.get(one.seat) ?? ""),
    (lying, one) => mendLying(lying, one, names.get(one.seat), words));
  show(laid, true); // the middle of the table is there, with cards on it or without
}

/** Draw the number that the game is about, or the stake with a sign for each part of it. */
function drawNumber(about, parts) {
  const number = part("number");
  show(number, Boolean(about));
  if (!about) return;
  if (!number.firstChild) number.append(make("span"), make("strong"), make("span", "unseen"), make("span", "drawn"));
  const [label, value, said, signs] = number.children;
  write(label, `${about.label} `);
  write(value, String(about.value));
  write(said, ` ${parts?.text ?? ""}`);
  follow(signs, parts?.symbols ?? [], (sign, place) => `${place} ${sign}`, drawSign, () => {});
}

function mendLying(lying, one, whose, words) {
  putCard(lying, one.card);
  means(lying, one.card && click(one.card));
  for (const [name, holds] of [["takes", one.takes], ["taken", one.isTaken], ["behind", one.isBehind]]) {
    lying.classList.toggle(name, Boolean(holds));
  }
  attribute(lying, {
    "aria-hidden": one.isTaken ? "true" : null,
    "data-card": one.card?.id ?? null, "data-from": one.from ?? one.seat ?? null, "data-to": one.to ?? null,
  });
  const card = one.card?.name ?? words["face-down"] ?? "";
  write(lying.querySelector(".unseen"), [whose ? `${whose},` : "", card, one.takes ? words.takes : ""].join(" ").trim());
}

/** Draw what is beside the trick: the trump suit, the turned-up card, the stock. */
function drawHeap(table, words) {
  const things = [];
  if (table?.trump) things.push(["trump", `${table.trump.pack}-${table.trump.suit}`, table.trump.name]);
  if (table?.turned) things.push(["turned", table.turned, table.turned.name]);
  if (table?.stock !== undefined && table?.stock !== null) {
    things.push(["stock", null, `${words.stock ?? ""} ${table.stock}`]);
  }
  follow(part("heap"), things, ([kind]) => kind, ([kind]) => {
    const thing = make("p", kind);
    thing.append(make("span"));
    return thing;
  }, (thing, [kind, what, said]) => {
    if (kind !== "trump") putCard(thing, what);
    else if (thing.dataset.suit !== what) {
      thing.dataset.suit = what;
      thing.querySelector("svg")?.remove();
      thing.prepend(drawSign(what));
    }
    write(thing.lastChild, said);
    if (kind === "turned") means(thing, click(what));
  });
}

function drawResult(result) {
  const place = part("result");
  show(place, Boolean(result));
  if (!result) return place.replaceChildren();
  if (!place.firstChild) place.append(make("h2"), make("ol"));
  const [title, ranking] = place.children;
  write(title, result.title);
  follow(ranking, result.lines ?? [], (_line, number) => number, () => make("li"), (line, said, number) => {
    write(line, said);
    attribute(line, { value: result.places?.[number] ?? number + 1 }); // who is level shares a place
  });
}

/** Draw the points: a row for each kind of points, a column for each player or side. */
function drawPoints(sheet, words) {
  const table = part("points");
  const { heads, names, cells } = sheet ?? { heads: [], names: [], cells: [] };
  attribute(table, { "aria-label": words.points ?? "" });
  const kinds = [...heads.keys()].filter((column) => cells.some((row) => row[column].some(Boolean)));
  const lines = kinds.length ? [null, ...kinds] : [];
  follow(table, lines, String, () => make("tr"), (line, column) => {
    const told = column === null ? ["", ...names] : [heads[column], ...cells.map((row) => row[column].filter(Boolean).join(", ") || "–")];
    follow(line, told, (_said, place) => place, (_said, place) => {
      if (column === null) return make(place ? "th" : "td", "", "", place ? { scope: "col" } : {});
      return place ? make("td") : make("th", "", "", { scope: "row" });
    }, write);
  });
  attribute(table, { tabindex: table.scrollWidth > table.clientWidth ? "0" : null }); // by keys, too
}
