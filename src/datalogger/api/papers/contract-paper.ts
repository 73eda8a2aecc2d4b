import type { Judged } from '../../analytics/contract/statement';
import { periodName } from '../../integrations/mail/report-letter';
import type { PlantFields } from '../../storage/config/plant-config';
import { type ContractInput, outcomeWords, type SheetParts, wordsOf } from './contract-parts';
import { responseBlocks } from './contract-responses';
import { Sources } from './contract-sources';
import type { Block, KeyFigure, Paper, PaperColumn } from './paper';
import { causeName } from './paper-table';
import { missing, type Writer } from './words';

/** The month of a contract to sign: agreed figures, causes, inverters, alarms, bonus or malus, and the source of each figure. */
export function contractPaper(input: ContractInput, writer: Writer): Paper {
  const { report, plant, createdS, logo } = input;
  const { periodo } = report;
  const parts: SheetParts = { ...input, writer, sources: new Sources(writer, report.periodo.d) };
  const { word } = wordsOf(writer);
  const owner = plant.titolare === '' ? plant.nome : `${plant.nome}, ${plant.titolare}`;
  const interval = `${writer.time(periodo.da)} – ${writer.time(periodo.a)} (${report.fuso})`;
  const blocks: Block[] = [
    { kind: 'figures', figures: keyFigures(parts) },
    ...agreedBlocks(parts),
    ...causeBlocks(parts),
    ...inverterBlocks(parts),
    ...responseBlocks(parts),
    ...premiumBlocks(parts),
    ...noteBlocks(parts),
  ];
  return {
    title: word('title', { period: periodName(report, writer.language) }),
    subtitle: [owner, interval].join(' · '),
    createdS,
    logo,
    foot: [plant.nome, `${writer.word('reports.created')} ${writer.time(createdS)}`],
    blocks: [
      ...blocks,
      { kind: 'heading', text: word('sources') },
      ...parts.sources.blocks(),
      { kind: 'signatures', names: [word('place'), word('owner'), word('operator')] },
    ],
  };
}

function keyFigures({ statement, writer }: SheetParts): KeyFigure[] {
  const { availability, energy, ratio, premium, covered } = statement;
  const figure = (label: string, value: string, judged: Judged, percent: number): KeyFigure => ({
    label,
    value,
    note: outcomeWords(writer, judged, percent),
  });
  const { word } = wordsOf(writer);
  const paid = typeof premium === 'string' ? missing : writer.quantity(premium.euro, 2, '€');
  return [
    figure(word('availability'), writer.quantity(availability.value, 2, '%'), availability, covered.time),
    figure(writer.word('report.index.pr'), writer.quantity(ratio.value, 1, '%'), ratio, covered.light),
    figure(word('energy'), writer.quantity(energy.value, 0, 'kWh'), energy, covered.light),
    {
      label: word('premium.title'),
      value: paid,
      note: typeof premium === 'string' ? word(`premium.${premium}`) : '',
    },
  ];
}

interface AgreedRow {
  readonly name: string;
  readonly judged: Judged;
  readonly unit: string;
  readonly digits: number;
  /** Coverage, %. */
  readonly percent: number;
  readonly source: string;
}

function agreedRows(parts: SheetParts): AgreedRow[] {
  const { statement, writer, sources, plant, report } = parts;
  const { availability, ratio, energy, data, covered } = statement;
  const { word } = wordsOf(writer);
  const guaranteed = report.budget ? 'budget.disponibilita' : 'disponibilita_contrattuale';
  const share = (name: string, judged: Judged, percent: number, source: string): AgreedRow => ({
    name,
    judged,
    unit: '%',
    digits: 2,
    percent,
    source,
  });
  const available = sources.add(
    availabilitySource(parts),
    ['perdite', 'indici.energia'],
    [guaranteed, 'formula_disponibilita', 'esclusioni'],
  );
  const pr = sources.add(word('source.ratio'), ['indici.pr'], [report.budget ? 'budget.pr' : 'pr_atteso']);
  const made = sources.add(
    energySource(parts),
    ['indici.energia', 'indici.resa_riferimento', 'budget'],
    energyFields(plant),
  );
  const time = sources.add(word('source.data'), ['periodo'], ['disponibilita_dati']);
  return [
    share(word('availability'), availability, covered.time, available),
    share(writer.word('report.index.pr'), ratio, covered.light, pr),
    { name: word('energy'), judged: energy, unit: 'kWh', digits: 0, percent: covered.light, source: made },
    share(word('data'), data, covered.time, time),
  ];
}

function agreedBlocks(parts: SheetParts): Block[] {
  const { writer } = parts;
  const { word } = wordsOf(writer);
  const rows = agreedRows(parts);
  const texts = (title: string, of: (row: AgreedRow) => string) => writer.texts(title, rows.map(of));
  const numbers = (title: string, of: (judged: Judged) => number | null): PaperColumn => ({
    title,
    isNumber: true,
    cells: rows.map(({ judged, unit, digits }) => writer.quantity(of(judged), digits, unit)),
  });
  const difference = ({ value, agreed }: Judged) =>
    value === null || agreed === null ? null : value - agreed;
  return [
    { kind: 'heading', text: word('figures') },
    {
      kind: 'table',
      columns: [
        texts(word('figure'), ({ name }) => name),
        numbers(word('value'), ({ value }) => value),
        numbers(word('agreed'), ({ agreed }) => agreed),
        numbers(word('difference'), difference),
        texts(word('result'), ({ judged, percent }) => outcomeWords(writer, judged, percent)),
        texts(word('source.title'), ({ source }) => source),
      ],
    },
  ];
}

const energyFields = ({ budget_orario }: PlantFields) => [
  'budget.p50',
  'budget.irraggiamento',
  ...(budget_orario ? ['budget_orario'] : []),
];

function availabilitySource({ report, plant, writer }: SheetParts): string {
  const { word } = wordsOf(writer);
  const causes = plant.esclusioni.map(cause => causeName(writer, cause)).join(', ') || missing;
  const counted = report.perdite.cause.filter(({ causa }) => !plant.esclusioni.includes(causa));
  const lost = counted.reduce((sum, { persa }) => sum + persa, 0);
  return word(plant.formula_disponibilita === 'energia' ? 'source.byEnergy' : 'source.byTime', {
    causes,
    light: writer.quantity(report.dati.soglia, 0, 'W/m²'),
    made: writer.quantity(report.indici.energia, 1, 'kWh'),
    lost: writer.quantity(lost, 1, 'kWh'),
  });
}

function energySource({ statement: { energy }, writer }: SheetParts): string {
  const { word } = wordsOf(writer);
  const { planned, plannedLight, light, share, isByHour } = energy;
  if (energy.agreed === null) return word('source.noBudget');
  return word('source.energy', {
    planned: writer.quantity(planned, 1, 'kWh'),
    light: writer.number(light, 2),
    plannedLight: writer.quantity(plannedLight, 2, 'kWh/m²'),
    share: writer.number(share, 4),
    by: word(isByHour ? 'source.byHours' : 'source.byMade'),
  });
}

function causeBlocks({ report, plant, writer, sources }: SheetParts): Block[] {
  const { cause } = report.perdite;
  const { word } = wordsOf(writer);
  if (cause.length === 0) return [];
  const note = sources.add(word('source.causes'), ['perdite.cause', 'fermi', 'note'], ['esclusioni']);
  return [
    { kind: 'heading', text: `${writer.word('reports.losses')} ${note}` },
    {
      kind: 'table',
      columns: [
        writer.texts(
          writer.word('reports.cause'),
          cause.map(({ causa }) => causeName(writer, causa)),
        ),
        writer.numbers(
          word('standstill'),
          ['h', 2],
          cause.map(({ fermo }) => fermo),
        ),
        writer.numbers(
          word('lost'),
          ['kWh', 1],
          cause.map(({ persa }) => persa),
        ),
        writer.texts(
          word('counts'),
          cause.map(({ causa }) => word(plant.esclusioni.includes(causa) ? 'excluded' : 'counted')),
        ),
      ],
    },
  ];
}

const mostInverters = 60;

function inverterBlocks({ statement, plant, writer, sources }: SheetParts): Block[] {
  const agreed = plant.disponibilita_inverter ?? null;
  if (agreed === null) return [];
  const { word } = wordsOf(writer);
  const note = sources.add(
    word('source.inverters'),
    ['perdite.inverter', 'inverter'],
    ['disponibilita_inverter', 'esclusioni'],
  );
  const open = statement.inverters.filter(({ outcome }) => outcome !== 'kept');
  const listed = open.slice(0, mostInverters);
  const values = { kept: statement.inverters.length - open.length, all: statement.inverters.length };
  return [
    { kind: 'heading', text: `${word('inverters')} ${note}` },
    { kind: 'text', text: word('invertersKept', { ...values, agreed: writer.quantity(agreed, 2, '%') }) },
    {
      kind: 'table',
      columns: [
        writer.texts(
          word('inverter'),
          listed.map(({ name }) => name),
        ),
        writer.numbers(
          word('availability'),
          ['%', 2],
          listed.map(({ value }) => value),
        ),
        writer.texts(
          word('result'),
          listed.map(each => outcomeWords(writer, each, each.covered)),
        ),
      ],
    },
  ];
}

function premiumBlocks({ statement: { premium }, plant, writer, sources }: SheetParts): Block[] {
  const { word } = wordsOf(writer);
  if (premium === 'none') return [];
  const note = sources.add(word('source.premium'), [], ['premio_su', 'scatto', 'bonus', 'malus', 'tetto']);
  const heading: Block = { kind: 'heading', text: `${word('premium.title')} ${note}` };
  if (typeof premium === 'string') return [heading, { kind: 'text', text: word(`premium.${premium}`) }];
  const { difference, steps, euro, isCapped } = premium;
  const text = word('premium.sum', {
    basis: word(plant.premio_su === 'energia' ? 'energy' : 'availability'),
    difference: writer.number(difference, 2),
    step: writer.number(plant.scatto, 2),
    steps,
    amount: writer.quantity((steps < 0 ? plant.malus : plant.bonus) ?? 0, 2, '€'),
    euro: writer.quantity(euro, 2, '€'),
  });
  const cap = isCapped ? ` ${word('premium.capped', { most: writer.quantity(plant.tetto, 2, '€') })}` : '';
  return [heading, { kind: 'text', text: text + cap }];
}

/** What people wrote down with a cause: it decides what is excluded. */
function noteBlocks({ report, writer, sources }: SheetParts): Block[] {
  const { word } = wordsOf(writer);
  const notes = report.note.filter(({ causa }) => causa !== null);
  if (notes.length === 0) return [];
  const note = sources.add(word('source.notes'), ['note'], []);
  return [
    { kind: 'heading', text: `${word('notes')} ${note}` },
    {
      kind: 'table',
      columns: [
        writer.texts(
          word('began'),
          notes.map(({ da }) => writer.time(da)),
        ),
        writer.texts(
          writer.word('reports.cause'),
          notes.map(({ causa }) => causeName(writer, causa)),
        ),
        writer.texts(
          word('device'),
          notes.map(({ nome }) => nome),
        ),
        writer.texts(
          word('author'),
          notes.map(({ autore }) => autore),
        ),
        writer.texts(
          word('text'),
          notes.map(({ testo }) => testo),
        ),
      ],
    },
  ];
}
