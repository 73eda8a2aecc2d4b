import type { Alarm, AlarmCounts } from '../../../contract/alarms';
import { inverterStates } from '../../../contract/codes';
import { languages } from '../../../contract/languages';
import type { WallLayout, WallView } from '../../../contract/wall';
import { localTime } from '../../../contract/zone';
import { numberText } from '../../core/texts';
import type { DeviceRows, Snapshot } from '../../plant/snapshot';
import { type DaySlots, drawing } from './curve';
import { type Words, wordsIn } from './words';

/** How a display shows the plant. */
export interface ShownDisplay extends Pick<WallView, 'lingua'> {
  readonly disposizione: WallLayout;
}

/** All that a display may show, before it is put into words. */
export interface WallFacts {
  readonly snapshot: Snapshot;
  readonly zone: string;
  readonly plantName: string;
  /** Rated AC power, kW; null where no plant is configured. */
  readonly nominal: number | null;
  readonly day: DaySlots;
  readonly alarms: readonly Alarm[];
  readonly counts: AlarmCounts;
  readonly nowS: number;
}

/** s after which measurements stand still. */
const staleS = 60;
const mostAlarms = 8;
const mostInverters = 60;
/** Local hour in which the page loads itself again. */
const reloadHour = '03';
const missing = '—';
const producing: readonly number[] = [
  inverterStates.starting,
  inverterStates.mppt,
  inverterStates.throttled,
  inverterStates.shuttingDown,
];

interface Formats {
  readonly words: Words;
  number(value: number | null, decimals: number): string;
  /** A date and time of the plant. */
  date(epochS: number): string;
}

function formatsOf({ lingua }: ShownDisplay, zone: string): Formats {
  const { locale } = languages[lingua];
  const dates = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  });
  return {
    words: wordsIn(lingua),
    number: (value, decimals) => (value === null ? missing : numberText(value, decimals, lingua)),
    date: epochS => dates.format(epochS * 1000),
  };
}

/** What a display shows now, in its language. */
export function wallView(display: ShownDisplay, facts: WallFacts): WallView {
  const { snapshot, zone, nowS, alarms } = facts;
  const formats = formatsOf(display, zone);
  const { words, number, date } = formats;
  const isPublic = display.disposizione === 'pubblica';
  const { count, title, phrase, isDark } = situationOf(facts, words, isPublic);
  const clock = (epochS: number) => localTime(zone, epochS).slice(11, 16);
  const curve = drawing(facts.day, zone, nowS, facts.nominal ?? 1, value => number(value, 0));
  const tiles = isPublic ? [] : tilesOf(facts, formats);
  return {
    disposizione: display.disposizione,
    lingua: display.lingua,
    scuro: !isPublic || isDark,
    impianto: facts.plantName,
    titolo: title,
    frase: phrase,
    ora: clock(nowS),
    data: date(nowS),
    fermo: nowS - snapshot.t > staleS ? words('wall.stale', { time: clock(snapshot.t) }) : null,
    senza_risposta: words('wall.lost'),
    revocato: words('wall.revoked'),
    ricarica: clock(nowS).startsWith(reloadHour),
    grandezze: isPublic ? publicFigures(facts, formats) : figures(facts, formats),
    curva: {
      titolo: `${words('dashboard.curve.title')}, kW`,
      nomi: [words('wall.measured'), words('wall.expected')],
      ...curve,
    },
    allarmi: isPublic ? null : alarmsOf(alarms, facts, words),
    inverter: tiles.slice(0, mostInverters),
    altri_inverter: count > mostInverters && !isPublic ? `+ ${number(count - mostInverters, 0)}` : '',
  };
}

/** The value of a point of the plant; null where it is missing or old. */
function plantValue({ snapshot, nowS }: WallFacts, point: string): number | null {
  const { values, sampled, q } = snapshot.groups.impianto;
  const isOld = nowS - (sampled[0] ?? 0) > staleS || (q[0] ?? 0) === 0;
  return isOld ? null : (values[point]?.[0] ?? null);
}

function situationOf(facts: WallFacts, words: Words, isPublic: boolean) {
  const { stato } = facts.snapshot.groups.inverter;
  const active = stato.filter(state => producing.includes(state)).length;
  const isDark = (plantValue(facts, 'pac') ?? 0) <= 0 && (plantValue(facts, 'pattesa') ?? 0) <= 0;
  const hasAnomalies = !isPublic && facts.alarms.some(({ presente, priorita }) => presente && priorita <= 3);
  const title = (name: string) =>
    words(`dashboard.title.${name}`, { still: words('dashboard.title.atRest') });
  const phrase = (key: string) =>
    words(`dashboard.situation.${key}`, {
      count: key === 'someProducing' ? active : stato.length,
      total: stato.length,
    });
  const name = active > 0 ? (hasAnomalies ? 'anomalies' : 'producing') : isDark ? 'night' : 'stopped';
  const known = { someProducing: active > 0, night: isDark };
  const key = known.someProducing ? 'someProducing' : known.night ? 'night' : 'noneProducing';
  return {
    count: stato.length,
    title: stato.length === 0 ? '' : title(name),
    phrase: stato.length === 0 ? '' : `${phrase(key)}${active > 0 ? '.' : ''}`,
    isDark,
  };
}

type Figure = WallView['grandezze'][number];

const shareOf = (value: number | null, of: number | null) =>
  value === null || of === null || of <= 0 ? null : Math.min(1, Math.max(0, value / of));

function powerFigure(facts: WallFacts, { words, number }: Formats): Figure {
  const power = plantValue(facts, 'pac');
  const expected = plantValue(facts, 'pattesa');
  const { nominal } = facts;
  const notes = [
    ...(expected === null
      ? []
      : [words('dashboard.figure.expected', { power: `${number(expected, 1)} kW` })]),
    ...(nominal === null ? [] : [words('dashboard.figure.nominal', { power: `${number(nominal, 0)} kW` })]),
  ];
  return {
    nome: words('dashboard.figure.power'),
    valore: number(power, 1),
    unita: 'kW',
    nota: notes.join(', '),
    quota: shareOf(power, nominal),
  };
}

/** Before an energy of the plant that lacks a time which is marked as invalid. */
const leastOf = ({ snapshot }: WallFacts, point: string) =>
  snapshot.groups.impianto.lacking?.[0]?.includes(point) ? '≥\u00a0' : '';

/** An energy of the plant in the unit in which it is short. */
function energyFigure(nome: string, point: string, facts: WallFacts, { number }: Formats, nota = ''): Figure {
  const kwh = plantValue(facts, point);
  const isSmall = kwh === null || kwh < 10_000;
  const decimals = isSmall ? 1 : kwh < 1_000_000 ? 2 : 0;
  const value = kwh === null || isSmall ? kwh : kwh / 1000;
  const valore = (value === null ? '' : leastOf(facts, point)) + number(value, decimals);
  return { nome, valore, unita: isSmall ? 'kWh' : 'MWh', nota, quota: null };
}

function figures(facts: WallFacts, formats: Formats): Figure[] {
  const { words, number } = formats;
  const name = (key: string) => words(`dashboard.figure.${key}`);
  const value = (point: string) => plantValue(facts, point);
  const [today, expected] = [value('eday'), value('eattesa')];
  const module = value('tmod');
  const share = today !== null && expected !== null && expected > 0 ? (today / expected - 1) * 100 : null;
  const signed = share === null ? '' : `${share < 0 ? '−' : '+'}${number(Math.abs(share), 1)}`;
  return [
    powerFigure(facts, formats),
    energyFigure(
      name('today'),
      'eday',
      facts,
      formats,
      share === null ? '' : words('dashboard.figure.ofExpected', { percent: signed }),
    ),
    energyFigure(name('month'), 'emese', facts, formats),
    energyFigure(name('total'), 'etot', facts, formats),
    { nome: name('ratio'), valore: number(value('pr'), 1), unita: '%', nota: '', quota: null },
    {
      nome: name('irradiance'),
      valore: number(value('poa'), 0),
      unita: 'W/m²',
      nota:
        module === null ? '' : words('dashboard.figure.module', { temperature: `${number(module, 1)} °C` }),
      quota: null,
    },
  ];
}

function publicFigures(facts: WallFacts, formats: Formats): Figure[] {
  const { words } = formats;
  const name = (key: string) => words(`dashboard.figure.${key}`);
  return [
    { ...powerFigure(facts, formats), nota: '' },
    energyFigure(name('today'), 'eday', facts, formats),
    energyFigure(words('wall.year'), 'eanno', facts, formats),
    energyFigure(name('total'), 'etot', facts, formats),
  ];
}

function alarmsOf(alarms: readonly Alarm[], { zone, nowS }: WallFacts, words: Words): WallView['allarmi'] {
  const shown = alarms
    .filter(
      ({ priorita, stato }) =>
        priorita < 5 && (stato === 'attivo' || stato === 'riconosciuto' || stato === 'rientrato'),
    )
    .sort((a, b) => a.priorita - b.priorita || b.inizio - a.inizio);
  const today = localTime(zone, nowS).slice(0, 10);
  const begin = (epochS: number) => {
    const [day = '', time = ''] = localTime(zone, epochS).split('T');
    return day === today ? time.slice(0, 5) : `${day.slice(8)}/${day.slice(5, 7)}`;
  };
  const rest = shown.length - mostAlarms;
  return {
    titolo: words('wall.alarms', { count: shown.length }),
    righe: shown.slice(0, mostAlarms).map(({ priorita, codice, nome, inizio }) => ({
      priorita,
      titolo: words(`alarm.${codice}.title`) || codice,
      dispositivo: nome,
      inizio: begin(inizio),
    })),
    nota: shown.length === 0 ? words('wall.noAlarms') : rest > 0 ? `+ ${rest}` : '',
  };
}

function tilesOf({ snapshot, counts, nowS }: WallFacts, { number }: Formats): WallView['inverter'] {
  const rows: DeviceRows = snapshot.groups.inverter;
  const signs = new Map(
    counts.segni.flatMap(([group, device, priority]) =>
      group === 'inverter' && device !== null ? [[device, priority] as const] : [],
    ),
  );
  const tiles = rows.id.map((id, at) => {
    const isOld = nowS - (rows.sampled[at] ?? 0) > staleS || (rows.q[at] ?? 0) === 0;
    const power = isOld ? null : (rows.values.pac?.[at] ?? null);
    return {
      nome: rows.nome[at] ?? '',
      valore: number(power, 1),
      quota: shareOf(power, rows.values.pn?.[at] ?? null),
      segno: signs.get(id) ?? null,
      muto: power === null,
    };
  });
  // Where there is no room for all, those with an alarm come first.
  if (tiles.length <= mostInverters) return tiles;
  return [...tiles.filter(({ segno }) => segno !== null), ...tiles.filter(({ segno }) => segno === null)];
}
