import { mostViews } from '../../../contract/analysis-limits';
import type { Clock } from '../../core/time/clock';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Caller, type Handlers, idOf, notFound, ProblemError } from '../http/handler';
import { Rates } from '../support/rates';

type ViewKey = 'GET analisi/viste' | 'POST analisi/viste' | 'DELETE analisi/viste/:id';

/** Views that an account keeps: each of them is written to the disk. */
const viewRates = [
  { ms: 600_000, most: 60 },
  { ms: 86_400_000, most: 400 },
];

/** Views that an account has kept for itself. They change nothing of the plant, so that the audit log has no rows of them. */
export function viewHandlers({
  config,
  clock,
}: {
  readonly config: Pick<ConfigDatabase, 'views' | 'atomically'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}): Pick<Handlers, ViewKey> {
  const { views } = config;
  const rates = new Rates(clock, viewRates);
  return {
    'GET analisi/viste': ({ caller }) => ({ viste: views.of(accountOf(caller)) }),
    'POST analisi/viste': ({ body, caller }) =>
      config.atomically(() => {
        const account = accountOf(caller);
        const kept = views.of(account);
        if (kept.length >= mostViews && !kept.some(({ nome }) => nome === body.nome))
          throw new ProblemError(409, 'conflict', `An account keeps at most ${mostViews} views.`);
        rates.count(caller);
        return views.keep(account, body);
      }),
    'DELETE analisi/viste/:id': ({ params, caller }) => {
      if (!views.remove(accountOf(caller), idOf(params.id))) throw notFound();
    },
  };
}

/** The contract lets nobody in without a session. */
function accountOf({ accountId }: Caller): number {
  if (accountId === null) throw new ProblemError(401, 'session_invalid', 'A valid session is needed.');
  return accountId;
}
