import { expect, test } from 'vitest';
import type { RegistersAnswer } from '../../../../../src/console/data/bus-registers';
import { readChain, withoutSerials } from '../../../../../src/console/screens/configuration/fieldbus/dump';
import { captures } from '../../../../support/field-captures';

const none = { cause: 'eccezione', code: 2, values: null, ms: 3 };

/** Reads a capture as the datalogger does: at most 125 registers, and none that are not there. */
const readerOf =
  ({ base, registers }: Pick<(typeof captures)[number], 'base' | 'registers'>) =>
  async (from: number, count: number): Promise<Omit<RegistersAnswer, 'points'>> => {
    const values = registers.slice(from - base, from - base + count);
    const isThere = from >= base && count <= 125 && values.length === count;
    return isThere ? { ...none, cause: '', code: null, values } : none;
  };

test.each(captures.map(capture => [capture.name, capture] as const))(
  'a dump of %s has its registers up to the end of its chain, without its serial numbers',
  async (_, capture) => {
    const chain = await readChain(readerOf(capture), () => undefined);
    expect(chain?.base).toBe(capture.base);
    expect(chain?.registers).toEqual(capture.registers.slice(0, chain?.registers.length));
    const end = Math.max(...capture.models.map(({ address }) => address)) - capture.base;
    expect(chain?.registers.length).toBeGreaterThan(end + 1);
    const [common] = capture.models;
    const serialAt = (common?.address ?? 0) - capture.base + 50;
    const blanked = withoutSerials(chain?.registers ?? []);
    expect(blanked.slice(serialAt, serialAt + 16)).toEqual(Array.from({ length: 16 }, () => 0));
    expect(blanked.slice(0, serialAt)).toEqual(capture.registers.slice(0, serialAt));
  },
);

test('a unit without the mark, or that does not answer, gives no dump', async () => {
  expect(
    await readChain(
      async () => none,
      () => undefined,
    ),
  ).toBeNull();
  expect(await readChain(readerOf({ base: 40_000, registers: [1, 2, 3, 4, 5] }), () => undefined)).toBeNull();
});
