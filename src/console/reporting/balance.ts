import { costCauses } from '../../contract/loss-causes';
import { reportIndices, waterfallTerms } from '../../contract/report-figures';
import type { Costs, OfCost } from '../data/costs';
import { numberOrNull, textIn } from '../data/read';
import type { Report } from '../data/report';
import type { WaterfallStep } from '../data/waterfall';
import { formatDifference, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import type { Sheet, SheetColumn } from './sheet';
import { textColumn } from './sheets';

/** The name of a cause of losses; its code where the datalogger knows more of them. */
export function causeName(code: string): string {
  const known = costCauses.find(cause => cause === code);
  return known ? t(`reports.lossCause.${known}`) : code;
}

function stepName({ term, cause }: WaterfallStep): string {
  const known = waterfallTerms.find(each => each === term);
  return known ? t(`balance.term.${known}`, { cause: causeName(cause) }) : term;
}

const energyColumn = (label: string, values: SheetColumn['values']): SheetColumn => ({
  label,
  unit: reportIndices.energia[0],
  decimals: reportIndices.energia[1],
  values,
});

/** From the light to the meter: what is there first, what is lost on the way, what arrives. */
export function waterfallSheet({ waterfall }: Report): Sheet {
  const { startKwh = 0, endKwh = 0, steps = [] } = waterfall ?? {};
  const isThere = waterfall !== null;
  const rows = isThere ? [startKwh, ...steps.map(({ kwh }) => kwh), endKwh] : [];
  const names = [t('balance.light'), ...steps.map(stepName), t('balance.atMeter')];
  return {
    name: 'cascata',
    title: t('balance.waterfall'),
    columns: [
      textColumn(t('report.quantity'), isThere ? names : []),
      energyColumn(t('balance.energy'), rows),
      {
        label: t('balance.share'),
        unit: '%',
        decimals: 2,
        values: rows.map(kwh => (100 * kwh) / startKwh),
      },
    ],
  };
}

/** What the budget asks of the time that has passed, beside what it gave. */
export function budgetSheet({ budget, index }: Report): Sheet {
  const rows = [
    ['p50', 'energia', t('balance.p50')],
    ['p90', 'energia', t('balance.p90')],
    ['irraggiamento', 'resa_riferimento', t('report.index.resa_riferimento')],
    ['pr', 'pr', t('report.index.pr')],
    ['disponibilita', 'disponibilita', t('report.index.disponibilita')],
  ] as const;
  const shown = budget ? rows : [];
  const decimals = shown.map(([, name]) => reportIndices[name][1]);
  const units = shown.map(([, name]) => reportIndices[name][0]);
  const asked = shown.map(([name]) => budget?.(name) ?? null);
  const given = shown.map(([, name]) => index(name));
  const away = given.map((value, row) => {
    const wanted = asked[row] ?? null;
    return value === null || wanted === null || wanted === 0 ? null : (100 * value) / wanted - 100;
  });
  return {
    name: 'budget',
    title: t('balance.budget'),
    columns: [
      textColumn(
        t('report.quantity'),
        shown.map(([, , label]) => label),
      ),
      { label: t('report.value'), unit: '', decimals, units, values: given },
      { label: t('balance.expected'), unit: '', decimals, units, values: asked },
      {
        label: t('balance.difference'),
        unit: '%',
        decimals: 1,
        values: away,
        show: value => formatDifference(value, 1),
      },
      textColumn(t('table.unit'), units),
    ],
  };
}

/** What was sold by time band, and what each cause of losses would have earned. */
export function moneySheet({ money, losses }: Report): Sheet {
  const sold = (money?.bands ?? []).map(({ code, of }) => ({
    name: money?.isByBand ? t('balance.soldIn', { band: code }) : t('balance.sold'),
    kwh: of('energia'),
    price: of('prezzo'),
    euros: of('ricavo'),
  }));
  const worthOf = (code: string) => money?.causes.find(cause => cause.code === code)?.of('valore') ?? null;
  const lost = (money ? losses.all.causes : []).map(({ code, of }) => ({
    name: `${t('balance.lost')}: ${causeName(code)}`,
    kwh: of('persa'),
    price: null,
    euros: of('valore') ?? worthOf(code),
  }));
  const rows = [...sold, ...lost];
  return {
    name: 'ricavi',
    title: t('balance.money'),
    columns: [
      textColumn(
        t('report.quantity'),
        rows.map(({ name }) => name),
      ),
      energyColumn(
        t('balance.energy'),
        rows.map(({ kwh }) => kwh),
      ),
      {
        label: t('balance.price'),
        unit: '€/kWh',
        decimals: 5,
        values: rows.map(({ price }) => price),
      },
      eurosColumn(rows.map(({ euros }) => euros)),
    ],
  };
}

export const eurosColumn = (values: SheetColumn['values'], label = t('balance.value')): SheetColumn => ({
  label,
  unit: '€',
  decimals: 2,
  values,
});

/** All that was lost by device, the costliest first, with a column for each cause; the file has its € too. */
export function costsSheet({ losses: { all }, inverters }: Report): Sheet {
  const nameOf = ({ name, of }: Costs['devices'][number]['item']) =>
    name || (inverters.find(inverter => inverter.of('id') === of('id'))?.name ?? String(of('id')));
  const column = (name: OfCost, code?: string) =>
    all.devices.map(
      ({ item, causes }) => (code ? causes.find(cause => cause.code === code) : item)?.of(name) ?? null,
    );
  const sums = [
    textColumn(
      t('reports.device'),
      all.devices.map(({ item }) => nameOf(item)),
    ),
    energyColumn(t('report.index.persa'), column('persa')),
    eurosColumn(column('valore')),
  ];
  const energies = all.causes.map(({ code }) => energyColumn(causeName(code), column('persa', code)));
  return {
    name: 'perdite-dispositivi',
    title: t('reports.lossesByInverter'),
    columns: [...sums, ...energies],
    file: [
      ...sums,
      ...energies.flatMap((energy, index) => [
        energy,
        eurosColumn(column('valore', all.causes[index]?.code), energy.label),
      ]),
    ],
  };
}

/** Orders of work, and what those that were closed cost. */
export function workSheet({ work, zone }: Report): Sheet {
  const time = (label: string, name: 'creato' | 'chiuso'): SheetColumn => ({
    label,
    unit: '',
    decimals: 0,
    isTime: true,
    values: work.map(order => numberOrNull(order[name])),
    show: epochS => `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'minute')}`,
  });
  const text = (label: string, name: 'nome' | 'titolo' | 'persona') =>
    textColumn(
      label,
      work.map(order => textIn(order[name])),
    );
  return {
    name: 'lavori',
    title: t('reports.work'),
    columns: [
      time(t('reports.begin'), 'creato'),
      time(t('reports.end'), 'chiuso'),
      text(t('reports.device'), 'nome'),
      text(t('balance.text'), 'titolo'),
      text(t('reports.person'), 'persona'),
      eurosColumn(work.map(order => numberOrNull(order.costo))),
    ],
  };
}

/** What people wrote down. */
export function notesSheet({ notes, zone }: Report): Sheet {
  const time = (values: readonly (number | null)[], label: string): SheetColumn => ({
    label,
    unit: '',
    decimals: 0,
    isTime: true,
    values,
    show: epochS => `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'minute')}`,
  });
  const text = (label: string, of: (note: Report['notes'][number]) => string) =>
    textColumn(label, notes.map(of));
  return {
    name: 'note',
    title: t('reports.section.notes'),
    columns: [
      time(
        notes.map(({ beginS }) => beginS),
        t('reports.begin'),
      ),
      time(
        notes.map(({ endS }) => endS),
        t('reports.end'),
      ),
      text(t('reports.device'), ({ name }) => name),
      text(t('balance.text'), note => note.text),
      text(t('reports.cause'), ({ cause, isInvalid }) => {
        if (isInvalid) return t('report.invalid');
        return cause === '' ? '' : causeName(cause);
      }),
      text(t('balance.author'), ({ author }) => author),
    ],
  };
}
