import { expect, test } from 'vitest';
import type { CommandResult, PlantCommand } from '../../../../../src/datalogger/plant/source';
import { Orders } from '../../../../../src/datalogger/sources/fieldbus/commands/orders';
import { rounds } from '../../../../support/long';
import { randomOf } from '../../../automation/control/random';

/** What is known of all who ask, without the code that is tested: limits in %, null for none. */
interface Asked {
  readonly 'grid-operator': number | null;
  readonly 'third-party': number | null;
  readonly operator: number | null;
  readonly schedule: number | null;
}

const nobody: Asked = { 'grid-operator': null, 'third-party': null, operator: null, schedule: null };
const byPriority = ['grid-operator', 'third-party', 'operator', 'schedule'] as const;

/** One order of somebody: the limits that end by themselves are taken back as these are. */
function anyOrder(random: () => number): PlantCommand {
  const percent = Math.floor(21 * random()) * 5;
  const orNone = random() < 0.3 ? null : percent;
  const source = random() < 0.5 ? 'grid-operator' : 'third-party';
  const kind = Math.floor(7 * random());
  if (kind < 2) return { kind: 'limit-power', percent };
  if (kind < 4) return { kind: 'outside-limit', source, percent: orNone };
  if (kind < 6) return { kind: 'schedule-limit', percent: orNone };
  return { kind: 'controller-automatic' };
}

function after(asked: Asked, order: PlantCommand, result: CommandResult): Asked {
  if (result !== 'taken') return asked;
  switch (order.kind) {
    case 'limit-power':
      return { ...asked, operator: order.percent };
    case 'outside-limit':
      return { ...asked, [order.source]: order.percent };
    case 'schedule-limit':
      return { ...asked, schedule: order.percent };
    default:
      return { ...asked, operator: null };
  }
}

/** The schedules wait while the operator has an order; the lowest of the others is obeyed, and of equal ones the first. */
function expectedOf(asked: Asked): { readonly limit: number; readonly source: string } | null {
  const counted = byPriority.flatMap(source => {
    const limit = source === 'schedule' && asked.operator !== null ? null : asked[source];
    return limit === null ? [] : [{ limit, source }];
  });
  const lowest = Math.min(...counted.map(({ limit }) => limit));
  return lowest < 100 ? (counted.find(({ limit }) => limit === lowest) ?? null) : null;
}

test('whatever all sources ask, in any order and over restarts, the priorities hold', () => {
  for (let seed = 1; seed <= rounds(500, 20_000); seed++) {
    const random = randomOf(seed);
    let orders = new Orders();
    let asked = nobody;
    let nowMs = 0;
    for (let step = 0; step < 60; step++) {
      nowMs += Math.floor(6000 * random());
      if (random() < 0.05) {
        // The schedules ask again by themselves.
        const { wish } = orders;
        orders = new Orders();
        orders.resume(JSON.parse(JSON.stringify(wish)));
        asked = { ...asked, schedule: null };
      } else {
        const order = anyOrder(random);
        const result = orders.take(order, nowMs);
        const isOutside = order.kind === 'outside-limit' || order.kind === 'controller-automatic';
        expect(isOutside && result, `seed ${seed}`).not.toBe('refused');
        asked = after(asked, order, result);
      }
      const { inForce } = orders;
      const told = inForce && { limit: inForce.limit, source: inForce.source };
      expect(told, `seed ${seed}, step ${step}, ${JSON.stringify(asked)}`).toEqual(expectedOf(asked));
    }
  }
});
