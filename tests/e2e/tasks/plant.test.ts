import { beforeAll } from 'vitest';
import { setStage } from '../../support/browser';
import { namelessGuard } from '../../support/local-guard';
import { doTasks } from '../../support/tasks';
import { configuring } from './configuring';
import { watching } from './watching';

/* What new users were asked to do. A task that cannot be done any more fails, and one that takes more steps than it did. */

const stage = setStage({
  size: 'medium',
  at: '2026-10-27T12:20:00+01:00',
  // Reaches into September, of which a report is sent.
  historyDays: 28,
  guard: namelessGuard,
});

beforeAll(async () => {
  const { config, plant, run } = stage.datalogger;
  // What only an administrator can allow.
  config.settings.write({ ...config.settings.read().value, sospensione_operatori: true });
  config.accounts.change(config.accounts.findByKey('cci')?.id ?? 0, { comandi: true });
  plant.inject({ kind: 'string-open', string: 23 });
  await run(60);
});

doTasks(() => stage, [...watching, ...configuring]);
