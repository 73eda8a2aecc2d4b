import type { DayOfLies } from './day-of-lies';

/** A difference within this share of the truth, and within the steps of a meter, is no difference. */
const tolerance = { share: 0.005, kwh: 1.5 } as const;
/** A shorter lie is never a new base, s. */
const shortS = 240;

const deviceOf = (kind: string, id: number | undefined) =>
  `${kind === 'inverters' ? 'inverter' : kind}.${id}`;

/** What the lies of a day have done that they must not; every line names the device and what it said. */
export async function problemsOf(day: DayOfLies, days: readonly string[]): Promise<string[]> {
  const { units } = day.plant;
  const toldOf = (device: string) =>
    units
      .filter(({ kind, ids }) => deviceOf(kind, ids[0]) === device)
      .flatMap(({ told }) => told.map(({ name, t, lastsS }) => `${name} at ${clock(t)} for ${lastsS} s`))
      .join(', ');
  const energies = await day.energies(days);
  const wrong = energies.filter(({ trueKwh, toldKwh, doubt }) => {
    const off = Math.abs((toldKwh ?? 0) - trueKwh);
    return doubt === null && off > tolerance.share * trueKwh + tolerance.kwh;
  });
  const parts = new Set(energies.flatMap(({ device, doubt }) => (doubt === null ? [] : [device])));
  return [
    ...[...day.beyond, ...(await day.archivedBeyond(days))].map(each => `beyond what there can be: ${each}`),
    ...day.rising.fell.map(each => `fell: ${each}`),
    ...wrong
      .filter(({ device }) => device !== 'impianto.1' || parts.size === 0)
      .map(
        ({ device, trueKwh, toldKwh }) =>
          `${device}: ${toldKwh?.toFixed(1)} instead of ${trueKwh.toFixed(1)} kWh after ${toldOf(device)}`,
      ),
    ...(await unannounced(day)),
  ];
}

const clock = (t: number) => new Date(t * 1000).toISOString().slice(11, 19);

/** Devices that were announced without a lie that could be a change, and counters that changed for good without a word. */
async function unannounced(day: DayOfLies): Promise<string[]> {
  const announced = await day.announced();
  return day.plant.units.flatMap(({ kind, ids, told }) => {
    if (kind !== 'inverters' && kind !== 'contatori') return [];
    const rows = announced.filter(each => each.startsWith(`config/${kind}/${ids[0]} `));
    const long = told.filter(({ lastsS }) => lastsS >= shortS);
    const device = deviceOf(kind, ids[0]);
    return long.length === 0 && rows.length > 0 ? [`${device} was announced as changed: ${rows.join()}`] : [];
  });
}
