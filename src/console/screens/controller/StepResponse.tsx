import { useMemo, useState } from 'react';
import type { GivenCommand } from '../../data/commands';
import { plantNowMs } from '../../data/plant-clock';
import { resource } from '../../data/resource';
import { numberAt, readTable, timeAt } from '../../data/table';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { PlotModel } from '../../ui/plot/model';
import { Plot } from '../../ui/plot/Plot';
import { type Controller, percentOfGreatest } from './controller-live';
import { decimalsOf, outcomeWords, unitOf, valueWords } from './received-words';
import { type Sample, samplesPlot } from './Trend';

/** The datalogger keeps single samples for this time, s. */
const keptS = 86_400;
/** What is shown before an order, and after it at least, s. */
const beforeS = 20;
const afterS = 120;
/** The newest minute of the archive is missing until it is written. */
const everyMs = 20_000;

/** What was asked, what is measured, and what the devices hold. */
const points: Readonly<Record<string, readonly string[]>> = {
  limite_p: ['psp', 'p', 'plim'],
  setpoint_q: ['qsp', 'qac'],
  setpoint_cosfi: ['fsp', 'cosphi'],
};

interface Props {
  readonly orders: readonly GivenCommand[];
  readonly controller: Controller;
  readonly zone: string;
}

/** Order, what the devices hold of it, and what the meter shows, from before the order until it is settled. */
export function StepResponse({ orders, controller, zone }: Props) {
  const [chosen, setChosen] = useState(0);
  const sinceS = plantNowMs() / 1000 - keptS;
  const drawn = orders.filter(
    ({ action, atS, isTaken, next }) => points[action] && next !== null && isTaken && (atS ?? 0) > sinceS,
  );
  const order = drawn.find(({ id }) => id === chosen) ?? drawn[0];
  const atS = order?.atS ?? 0;
  const untilS = atS + Math.max(afterS, 1.5 * (order?.followedS ?? 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the order
  const asked = useMemo(() => (order ? samplesOf(order, controller, untilS) : null), [order?.id, untilS]);
  const samples = useResource(asked).value;
  if (!order || !samples || samples.length === 0) return null;
  return (
    <Plot
      model={stepPlot(order, samples, zone)}
      heading={
        <label>
          {t('controller.step')}{' '}
          <select value={order.id} onChange={event => setChosen(Number(event.currentTarget.value))}>
            {drawn.map(each => (
              <option key={each.id} value={each.id}>
                {formatTime(each.atS, zone, 'clock')} {valueWords(each)}
              </option>
            ))}
          </select>
        </label>
      }
      summary={`${valueWords(order)}, ${outcomeWords(order)}.`}
      fileName="meridiana-cci"
    />
  );
}

function samplesOf({ action, atS }: GivenCommand, controller: Controller, untilS: number) {
  const codes = (points[action] ?? []).map(point => `cci.${controller.id}.${point}`);
  const read = (raw: unknown): readonly Sample[] => {
    const table = readTable(raw);
    return Array.from({ length: table.rows }, (_, row) => ({
      t: timeAt(table, 't', row) ?? 0,
      values: codes.map(code => {
        const value = numberAt(table, code, row);
        return /\.(p|qac)$/.test(code) ? percentOfGreatest(value, controller) : value;
      }),
    }));
  };
  const query = { m: codes.join(), da: String((atS ?? 0) - beforeS), a: String(Math.ceil(untilS)) };
  return resource('GET dati_impianto/campioni', { query }, read, { everyMs });
}

function stepPlot(order: GivenCommand, samples: readonly Sample[], zone: string): PlotModel {
  const { action, atS, followedS } = order;
  const line = { unit: unitOf(action).trim(), decimals: decimalsOf(action) ?? 0 };
  const lines = [
    { ...line, label: t('controller.column.asked'), look: 'expected' },
    { ...line, label: t('controller.column.measured'), look: 'measured' },
    { ...line, label: t('controller.column.applied'), look: 'limit' },
  ] as const;
  const model = samplesPlot(samples, lines.slice(0, points[action]?.length), zone);
  const proof = { at: (atS ?? 0) + (followedS ?? 0), label: outcomeWords(order) };
  return {
    ...model,
    marks: [{ at: atS ?? 0, label: valueWords(order) }, ...(followedS === null ? [] : [proof])],
  };
}
