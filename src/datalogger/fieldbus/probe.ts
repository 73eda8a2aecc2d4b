import type { ProbeResult } from '../source';
import { causeOf } from './causes';
import type { DeviceDriver } from './device-driver';
import { nameplateOf } from './diagnostics';
import { type AddressedRecord, baseOf, instanceOf } from './engine/lines';
import type { Read } from './modbus/read';

/** Whether the device of a record is at its address, and what is there instead. */
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
    ...{ unit, base: baseOf(configured), records: [configured] },
  });
  if (identified.kind !== 'found') {
    const isThere = identified.kind === 'foreign' || identified.kind === 'exception';
    return { esito: isThere ? 'indirizzo_errato' : 'muto', ms: null, ...causeOf(identified) };
  }
  const { map } = identified;
  const ms = Math.round(Math.min(...took));
  const trovato = nameplateOf(map, configured.kind, istanza) ?? nameplateOf(map, null, 1);
  const there = trovato ? { trovato } : {};
  if (driver.jobs(map, configured).length === 0)
    return { esito: 'indirizzo_errato', ms: null, causa: 'tipo_diverso', ...there };
  const isOther = seriale !== '' && trovato !== null && trovato.seriale !== '' && trovato.seriale !== seriale;
  return { esito: 'ok', ms, ...(isOther ? { causa: 'seriale_diverso' as const } : {}), ...there };
}
