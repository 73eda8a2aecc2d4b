import { spiStates } from '../../../contract/codes';
import type { PlantFacts } from '../../data/facts';
import type { InverterKind } from '../../data/inverter-states';
import { shareOf } from '../../data/statistics';
import { nameOfCode } from '../../data/table';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { inverterStateWord } from '../../ui/inverter-words';
import { kilowatts, volts } from '../../ui/line-words';
import type { Diagram } from './diagram';
import { isMetered, type Live, type Protection } from './live';
import type { DrawingWords, PartLabel } from './OneLineDrawing';

/** "Immissione 510,2 kW, autoconsumo 148,6 kW (22,6 %)"; or the power drawn from the grid. */
export function flowSummary({ plant, isPartial }: Live): string {
  const { pac, pauto, pimm, pprel } = plant;
  if (pimm === null || pprel === null) return '';
  const share = isPartial && !isMetered(plant) ? null : shareOf(pauto, pac);
  const own = share === null ? '' : ` (${formatNumber(share, 1)}\u00a0%)`;
  const grid =
    pprel > pimm
      ? t('drawings.oneLine.imported', { power: kilowatts(pprel) })
      : t('drawings.oneLine.exported', { power: kilowatts(pimm) });
  return `${grid}, ${t('drawings.oneLine.ownUse', { power: kilowatts(pauto) })}${own}`;
}

/** All texts of the drawing. A part without a text is not in the plant. */
export function drawingWords(live: Live, facts: PlantFacts | undefined, diagram: Diagram): DrawingWords {
  const { protection, production, exchange } = live;
  return {
    summary: summary(live, diagram),
    heads: [
      { at: 68, text: t('drawings.oneLine.field') },
      { at: 183, text: t('drawings.oneLine.inverters') },
      { at: 268, text: t('drawings.oneLine.busbar') },
    ],
    uprightHead: fieldWords(facts?.strings ?? null),
    parts: {
      interfaceDevice: {
        name: t('drawings.oneLine.interfaceDevice'),
        value: t(`dashboard.breaker.${diagram.interfaceDevice}`),
      },
      ...(production && { production: { name: production.name, value: kilowatts(production.powerKw) } }),
      node: { name: t('drawings.oneLine.loads'), value: kilowatts(diagram.loadsKw) },
      ...transformerLabel(facts),
      ...(exchange && {
        exchange: {
          name: exchange.name,
          value: kilowatts(exchange.powerKw === null ? null : Math.abs(exchange.powerKw)),
        },
      }),
      mainBreaker: {
        name: t('drawings.oneLine.mainBreaker'),
        value: t(`dashboard.breaker.${diagram.mainBreaker}`),
      },
      grid: {
        name: t('drawings.oneLine.grid', { level: levelWord(facts?.voltageLevel ?? null) }),
        value: volts(protection?.voltageV ?? null),
      },
    },
    relay: protection ? relayWords(protection) : [],
    frequency: formatQuantity(protection?.frequencyHz ?? null, 2, 'Hz'),
  };
}

function fieldWords(strings: number | null): string {
  if (strings === null) return t('drawings.oneLine.field');
  return t('drawings.oneLine.fieldOf', { count: strings, strings: formatNumber(strings, 0) });
}

/** Low, medium or high voltage, by the abbreviation of the language. */
function levelWord(level: PlantFacts['voltageLevel']): string {
  return level === 'BT' || level === 'MT' || level === 'AT' ? t(`dashboard.level.${level}`) : '';
}

function transformerLabel(facts: PlantFacts | undefined): { readonly transformer?: PartLabel } {
  const { transformerKva = null, voltageV = null } = facts ?? {};
  if (transformerKva === null) return {};
  const name = t('drawings.oneLine.transformer', { power: formatQuantity(transformerKva, 0, 'kVA') });
  return { transformer: { name, value: voltageV === null ? '' : formatQuantity(voltageV / 1000, 1, 'kV') } };
}

function relayWords({ state }: Protection): readonly string[] {
  return ['27 59 81', t(`dashboard.relay.${nameOfCode(spiStates, state) ?? 'unknown'}`)];
}

/** The drawing in words: the states of the inverters, the switches, and the direction of the energy. */
function summary(
  { inverters, plant, isPartial }: Live,
  { interfaceDevice, netKw, loadsKw }: Diagram,
): string {
  const kinds = [...new Set(inverters.map(({ kind }) => kind))];
  const countOf = (kind: InverterKind) => inverters.filter(inverter => inverter.kind === kind).length;
  const states = kinds.map(kind => `${inverterStateWord(kind)} ${countOf(kind)}`).join(', ');
  return t('drawings.oneLine.summary', {
    count: inverters.length,
    states,
    breaker: t(`dashboard.breaker.${interfaceDevice}`),
    production: (isPartial && !isMetered(plant) ? '≥\u00a0' : '') + kilowatts(plant.pac),
    loads: kilowatts(loadsKw),
    grid:
      netKw !== null && netKw < 0
        ? t('drawings.oneLine.imported', { power: kilowatts(-netKw) })
        : t('drawings.oneLine.exported', { power: kilowatts(netKw) }),
  });
}
