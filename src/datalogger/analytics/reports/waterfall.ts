import type { LossCause } from '../../../contract/loss-causes';
import type { WaterfallTerm } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import type { Frame } from '../../storage/measures/frame';
import type { LearnedSoiling } from './learned-soiling';
import { type Losses, lossesByCause } from './losses';
import { readingOf } from './reading';

/** What a waterfall needs beside the archive. */
interface Given {
  /** %/K; null: losses by module temperature are not separated. */
  readonly gamma: number | null;
  /** % of the produced energy that is lost between the inverters and the meter. */
  readonly transportLoss: number;
  /** What was learned of the dirt; null: what the middle inverter missed counts as dirt. */
  readonly learned: LearnedSoiling | null;
}

type Step = readonly [term: WaterfallTerm, cause: LossCause | null, kwh: number];

const orders: readonly LossCause[] = ['limite_gestore', 'limite_proprio'];
const kWh = (wh: number) => Math.round(wh) / 1000;

/**
 * Where the light on the modules went, in the time in which irradiance and module temperature were measured: from what the installed power
 * would make of it at 25 °C to the energy at the meter. The sampler measures the chain (sampler/chain.ts), the table of losses says what
 * standstills and orders cost, and dirt is what was learned of it; what none of them explains is the rest, so that the terms always add up. Null where the chain was not measured.
 */
export function waterfallOf(plant: Frame | undefined, losses: Losses, given: Given): Report['cascata'] {
  if (!plant) return null;
  const read = readingOf('impianto', plant);
  const reference = read(0, 'calore', 1);
  const heat = read(0, 'calore');
  const [direct, soiling] = [read(0, 'cc'), read(0, 'sporco')];
  const [mismatch, clipping] = [read(0, 'diverse'), read(0, 'taglio')];
  const [conversion, fed] = [read(0, 'conversione'), read(0, 'atteso')];
  if (reference === null || heat === null || direct === null || soiling === null) return null;
  if (mismatch === null || clipping === null || conversion === null || fed === null) return null;
  const heatLoss = (-(given.gamma ?? 0) / 100) * (heat - 25 * reference);
  const start = kWh(reference);
  const temperature = kWh(heatLoss);
  const transport = kWh((fed * given.transportLoss) / 100);
  const days = given.learned && [...given.learned.values()];
  const sum = (of: 'soiling' | 'nominal') => kWh(days?.reduce((total, day) => total + day[of], 0) ?? 0);
  const steps: Step[] = [
    ['temperatura', null, temperature],
    ['nominali', null, start - temperature - direct + sum('nominal')],
    ['sporcamento', null, days ? sum('soiling') : soiling],
    ['disuniformita', null, mismatch],
    ...stepsOf(losses),
    ['taglio', null, clipping],
    ['conversione', null, conversion],
  ];
  const explained = steps.reduce((sum, [, , lost]) => sum + lost, 0);
  steps.push(['resto', null, start - explained - kWh(fed)], ['trasporto', null, transport]);
  return {
    riferimento: start,
    termini: steps.map(([termine, causa, lost]) => ({ termine, causa, energia: kWh(1000 * lost) })),
    contatore: kWh(fed - 1000 * transport),
  };
}

/** Standstills and orders by their causes. */
function stepsOf(losses: Losses): readonly Step[] {
  return [...lossesByCause(losses)].map(([cause, { wh }]): Step => {
    return [orders.includes(cause) ? 'limiti' : 'fermi', cause, kWh(wh)];
  });
}
