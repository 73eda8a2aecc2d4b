/*
 * The script of the displays, as the browser runs it. It holds one answer at a time: every list is replaced, nothing grows. All texts come
 * from the datalogger and are put in as text.
 */

/** ms between two questions; after which an answer is missed; between two shifts of the picture; of a page before it loads again. */
const times = { ask: 10_000, give: 8_000, missed: 35_000, shift: 60_000, oldest: 4 * 3_600_000 };

const script = `
const at = id => document.getElementById(id);
const put = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };
const make = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
};
const bar = share => {
  const made = make('i', 'bar', make('i'));
  made.firstChild.style.width = 100 * share + '%';
  return made;
};
const token = location.hash.slice(1);
const startedMs = performance.now();
let said = own[navigator.language.slice(0, 2)] ?? Object.values(own)[0];
let seenMs = startedMs;

function show(data) {
  said = data;
  const root = document.documentElement;
  root.lang = data.lingua;
  root.className = (data.scuro ? 'dark ' : '') + data.disposizione;
  document.title = data.impianto;
  put('name', data.impianto);
  put('title', data.titolo);
  put('phrase', data.frase);
  put('clock', data.ora);
  put('date', data.data);
  at('figures').replaceChildren(...data.grandezze.map(figure => make('div', '',
    make('h2', '', figure.nome),
    make('p', 'v', make('b', '', figure.valore), ' ', make('span', '', figure.unita)),
    figure.quota === null ? '' : bar(figure.quota),
    make('p', 'n', figure.nota))));
  showCurve(data.curva);
  showAlarms(data.allarmi);
  const many = data.inverter.length > 24 ? 'tile small' : 'tile';
  at('tiles').replaceChildren(...data.inverter.map(inverter => make('div',
    many + (inverter.segno ? ' p' + inverter.segno : '') + (inverter.muto ? ' mute' : ''),
    make('h3', '', inverter.nome),
    make('p', 'v', make('b', '', inverter.valore), ' kW'),
    bar(inverter.quota ?? 0),
    ...(inverter.segno ? [make('span', 'al p' + inverter.segno, String(inverter.segno))] : []))),
    ...(data.altri_inverter ? [make('p', 'more', data.altri_inverter)] : []));
  at('sheet').hidden = false;
  tell(data.fermo ?? '');
}

function showCurve(curve) {
  put('curve', curve.titolo);
  put('measured', curve.nomi[0]);
  put('expected', curve.nomi[1]);
  at('m').setAttribute('d', curve.misurata);
  at('area').setAttribute('d', curve.area);
  at('e').setAttribute('d', curve.attesa);
  const marks = (list, side) => list.map(({ a, testo }) => {
    const made = make('span', '', testo);
    made.style[side] = 100 * a + '%';
    return made;
  });
  at('x').replaceChildren(...marks(curve.ore, 'left'));
  at('y').replaceChildren(...marks(curve.potenze, 'top'));
  at('now').hidden = curve.adesso === null;
  at('now').style.left = 100 * curve.adesso + '%';
}

function showAlarms(alarms) {
  at('alarms').hidden = alarms === null;
  if (alarms === null) return;
  put('count', alarms.titolo);
  put('rest', alarms.nota);
  at('rows').replaceChildren(...alarms.righe.map(row => make('li', '',
    make('span', 'al p' + row.priorita, String(row.priorita)),
    make('div', '', make('b', '', row.titolo), make('span', '', row.dispositivo)),
    make('time', '', row.inizio))));
}

function tell(text) {
  put('said', text);
  document.body.className = text ? 'old' : '';
}

async function ask() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), times.give);
  try {
    const reply = await fetch('schermo/dati', { headers: { Authorization: 'Bearer ' + token }, cache: 'no-store', signal: stop.signal });
    if (reply.status === 401 || reply.status === 404) {
      at('sheet').hidden = true;
      seenMs = performance.now();
      tell(said.revocato);
    } else if (reply.ok) {
      const data = await reply.json();
      seenMs = performance.now();
      show(data);
      if (data.ricarica && seenMs - startedMs > times.oldest) location.reload();
    }
  } catch {
    // Asked again below.
  }
  clearTimeout(timer);
  if (performance.now() - seenMs > times.missed) tell(said.senza_risposta);
  setTimeout(ask, times.ask);
}

let step = 12;
setInterval(() => {
  step = (step + 7) % 25;
  document.body.style.translate = 4 * ((step % 5) - 2) + 'px ' + 4 * (Math.floor(step / 5) - 2) + 'px';
}, times.shift);
put('said', said.lettura);
if (token === '') tell(said.revocato);
else ask();
`;

export const wallScript = (words: object): string =>
  `const own = ${JSON.stringify(words)};\nconst times = ${JSON.stringify(times)};${script}`;
