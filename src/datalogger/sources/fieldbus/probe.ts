import type { ProbeResult } from '../../plant/source';
import { causeOf } from './causes';
import type { DeviceDriver, Job, NotIdentified } from './device-driver';
import { nameplateOf } from './diagnostics';
import type { Block } from './engine/image';
import { type AddressedRecord, baseOf, instanceOf } from './engine/lines';
import { areExpected } from './engine/plan';
import { ReadSize } from './engine/read-size';
import type { Read } from './modbus/read';

/** Number of attempts of a read: after the third the device is asked in parts. */
const attempts = 3;

/** Why the main values of a device are not read as the engine reads them; null where they are. */
async function mainFailure(
  jobs: readonly Job[],
  read: Read,
  nowMs: () => number,
): Promise<NotIdentified | null> {
  const main = jobs.find(({ isMain }) => isMain);
  const size = new ReadSize();
  const blocks: Block[] = [];
  for (const request of main?.requests ?? []) {
    let reply = await size.read(request, read, nowMs());
    for (let attempt = 1; attempt < attempts && reply.kind !== 'values'; attempt++)
      reply = await size.read(request, read, nowMs());
    if (reply.kind !== 'values') return reply;
    blocks.push({ request, values: reply.values });
  }
  return areExpected(main?.expects ?? [], blocks) ? null : { kind: 'foreign' };
}

/** Whether the device of a record is at its address and gives its main values, and what is there instead. */
export async function probeDevice(
  configured: AddressedRecord,
  driver: DeviceDriver,
  read: Read,
  nowMs: () => number,
): Promise<ProbeResult> {
  const { unita: unit, seriale } = configured.record;
  const istanza = instanceOf(configured);
  const took: number[] = [];
  const timed: Read = async request => {
    const sentMs = nowMs();
    const reply = await read(request);
    if (reply.kind === 'values') took.push(nowMs() - sentMs);
    return reply;
  };
  const identified = await driver.identify(timed, {
    unit,
    base: baseOf(configured),
    records: [configured],
  });
  if (identified.kind !== 'found') {
    const isThere = identified.kind === 'foreign' || identified.kind === 'exception';
    const isRenumbered = identified.kind === 'timeout' && identified.isRenumbered;
    const esito = isRenumbered ? 'senza_valori' : isThere ? 'indirizzo_errato' : 'muto';
    return { esito, ms: null, ...causeOf(identified) };
  }
  const { map } = identified;
  const ms = Math.round(Math.min(...took));
  const trovato = nameplateOf(map, configured.kind, istanza) ?? nameplateOf(map, null, 1);
  const there = trovato ? { trovato } : {};
  if (driver.jobs(map, configured).length === 0)
    return { esito: 'indirizzo_errato', ms: null, causa: 'tipo_diverso', ...there };
  const failure = await mainFailure(driver.jobs(map, configured), timed, nowMs);
  if (failure) return { esito: 'senza_valori', ms, ...causeOf(failure), ...there };
  const isOther = seriale !== '' && trovato !== null && trovato.seriale !== '' && trovato.seriale !== seriale;
  return { esito: 'ok', ms, ...(isOther ? { causa: 'seriale_diverso' as const } : {}), ...there };
}
