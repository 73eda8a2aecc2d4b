import { mostViews } from '../../../contract/analysis-limits';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { type Caller, type Handlers, idOf, notFound, ProblemError } from '../http/handler';

type ViewKey = 'GET analisi/viste' | 'POST analisi/viste' | 'DELETE analisi/viste/:id';

/** Views that an account has kept for itself. They change nothing of the plant, so that the audit log has no rows of them. */
export function viewHandlers({
  config,
}: {
  readonly config: Pick<ConfigDatabase, 'views' | 'atomically'>;
}): Pick<Handlers, ViewKey> {
  const { views } = config;
  return {
    'GET analisi/viste': ({ caller }) => ({ viste: views.of(accountOf(caller)) }),
    'POST analisi/viste': ({ body, caller }) =>
      config.atomically(() => {
        const account = accountOf(caller);
        const kept = views.of(account);
        if (kept.length >= mostViews && !kept.some(({ nome }) => nome === body.nome))
          throw new ProblemError(409, 'conflict', `An account keeps at most ${mostViews} views.`);
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
