import type { Balance } from '../../../contract/balance';
import { quality } from '../../../contract/codes';
import type { Forecast } from '../../../contract/forecast';
import { type Language, sourceLanguage } from '../../../contract/languages';
import { localDay } from '../../../contract/zone';
import type { LostByAlarms } from '../../analytics/reports/lost-by-alarm';
import { numberText } from '../../core/texts';
import { wordOf } from '../../integrations/mail/words';
import type { Snapshot } from '../../plant/snapshot';
import type { AlarmStore } from '../../storage/alarms/alarms';
import { eventPriority } from '../../storage/alarms/rows';
import type { PlantConfig } from '../../storage/config/plant-config';
import { answered, type Handlers } from '../http/handler';
import { groupsOf } from '../support/alarms-access';
import { type Costly, causesOf } from '../support/day-causes';
import { tasksOf } from '../support/day-tasks';

interface BalanceDeps {
  readonly snapshot: () => Snapshot;
  readonly zone: () => string;
  readonly plantConfig: Pick<PlantConfig, 'read'>;
  readonly store: Pick<AlarmStore, 'open'>;
  readonly lost: Pick<LostByAlarms, 'of' | 'ready'>;
  readonly bringUpToDate: () => void;
  readonly report: Handlers['GET report'];
  readonly forecast: Handlers['GET previsione'];
}

/** The day so far: of the report and the forecast of the same moment, so that no screen says anything else. */
export function balanceHandlers(deps: BalanceDeps): Pick<Handlers, 'GET bilancio'> {
  return {
    'GET bilancio': async call => {
      deps.bringUpToDate();
      const { lingua: language = sourceLanguage } = call.query;
      const snapshot = deps.snapshot();
      const [zone, { t }] = [deps.zone(), snapshot];
      const asked = { tipo: 'giornaliero', d: localDay(zone, t) } as const;
      const report = answered(await deps.report({ ...call, query: asked }));
      const forecast = answered(await deps.forecast({ ...call, query: undefined }));
      const alarms = await openAlarms(deps, t, groupsOf(call.caller.role));
      const plant = deps.plantConfig.read()?.fields;
      const peakKwp = plant?.potenza_picco ?? null;
      const { persa, valore } = report.perdite.tutte;
      const energy = { ...energyOf(snapshot, forecast), persa, valore };
      const words = wordsIn(language, (plant?.potenza_ca ?? 0) >= largePlantKw);
      const mayPlan = call.caller.role === 'admin';
      return {
        testi: words.headings(energy),
        ...energy,
        cause: causesOf(report.perdite.tutte, alarms, words),
        fare: tasksOf({ t, zone, language, report, forecast, alarms, peakKwp, mayPlan }),
      };
    },
  };
}

/** What was made, and what is still to come of it. */
function energyOf({ groups }: Snapshot, { totale, basso, alto }: Forecast) {
  const { q, values, lacking } = groups.impianto;
  const prodotta = values.eday?.[0] ?? null;
  const rest = (whole: number | null) =>
    whole === null || prodotta === null ? null : Math.max(0, whole - prodotta);
  const parziale = q[0] !== quality.good || (lacking?.[0]?.includes('eday') ?? false);
  return { prodotta, parziale, resto: rest(totale), basso: rest(basso), alto: rest(alto) };
}

/** The alarms that are there and that somebody can do something about: no events, no consequences of others, none that is set aside. */
async function openAlarms(
  { store, lost }: BalanceDeps,
  t: number,
  groups: readonly string[],
): Promise<Costly[]> {
  const open = store
    .open()
    .filter(({ isPresent, cause, priority, subject }) => {
      return isPresent && cause === null && priority !== eventPriority && groups.includes(subject.group);
    })
    .filter(({ state }) => state === 'attivo' || state === 'riconosciuto');
  await lost.ready(open, t);
  return open.map(occurrence => ({ occurrence, kwh: lost.of(occurrence, t)?.kwh ?? null }));
}

/** The console shows the energy of a day in MWh from this power on. */
const largePlantKw = 2000;

type Energy = Pick<Balance, 'prodotta' | 'parziale' | 'persa' | 'valore' | 'resto' | 'basso' | 'alto'>;

/** The sentences with figures in them, as the console writes numbers. */
function wordsIn(language: Language, isInMwh: boolean) {
  const number = (value: number, digits: number) => numberText(value, digits, language);
  const [unit, of] = isInMwh ? ['MWh', 1000] : ['kWh', 1];
  const energy = (kWh: number) => number(kWh / of, isInMwh ? 2 : 0);
  const word = (key: string) => wordOf(language, `dayBalance.${key}`);
  const amount = ({ persa, valore }: Pick<Energy, 'persa' | 'valore'>) =>
    `${energy(persa)}\u00a0${unit}${valore === null ? '' : `, ${number(valore, 2)}\u00a0€`}`;
  const sumOf = (day: Energy) => {
    const { prodotta, parziale, resto, basso, alto } = day;
    const band = basso === null || alto === null ? '' : ` (${energy(basso)}–${energy(alto)})`;
    return [
      prodotta === null ? '' : `${word('made')} ${parziale ? '≥\u00a0' : ''}${energy(prodotta)}\u00a0${unit}`,
      `${word('missing')} ${amount(day)}`,
      resto === null ? '' : `${word('ahead')} ${energy(resto)}\u00a0${unit}${band}`,
    ];
  };
  const headings = (day: Energy): Balance['testi'] => ({
    titolo: word('title'),
    somma: sumOf(day)
      .filter(part => part !== '')
      .join(' · '),
    cause: word('causes'),
    fare: word('todo'),
    nulla: word('none'),
  });
  return { language, amount, headings };
}
