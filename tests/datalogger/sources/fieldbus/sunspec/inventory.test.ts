import { expect, test } from 'vitest';
import { RegisterImage } from '../../../../../src/datalogger/sources/fieldbus/engine/image';
import { identify } from '../../../../../src/datalogger/sources/fieldbus/sunspec/chain';
import {
  inventoryOf,
  inventoryRequests,
} from '../../../../../src/datalogger/sources/fieldbus/sunspec/inventory';
import { readFrom } from '../../../../support/field-captures';

const absent = 0xffff;

test('a station with several irradiance sensors proposes each of them, with what it measures', async () => {
  const identity = [1, 66, ...Array.from({ length: 66 }, () => 0)];
  // GHI, POAI, DFI, DNI and OTI of three sensors, the last of which is not fitted.
  const irradiance = [
    ...[800, 900, absent, absent, absent],
    ...[absent, 850, absent, absent, 120],
    ...[absent, absent, absent, absent, absent],
  ];
  const base = 40_000;
  const registers = [0x5375, 0x6e53, ...identity, 302, 15, ...irradiance, 303, 1, 412, absent, 0];
  const read = readFrom({ base, registers });
  const found = await identify(read, { unit: 1, base });
  if (found.kind !== 'found') throw new Error(found.kind);
  const image = new RegisterImage();
  for (const request of inventoryRequests(found.map)) {
    const reply = await read(request);
    if (reply.kind === 'values') image.put([{ request, values: reply.values }]);
  }
  const items = inventoryOf(found.map, image).map(({ tipo, istanza, punti }) => [tipo, istanza, punti]);
  expect(items).toEqual([
    ['sensori', 1, ['302.GHI', '302.POAI', '303.TmpBOM']],
    ['sensori', 2, ['302.POAI', '302.OTI']],
  ]);
});
