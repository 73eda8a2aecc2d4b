import { selectionS } from '../../../contract/commands';
import type { OrderBook } from '../../automation/commands/order-book';
import { CommandSelections } from '../../automation/commands/selections';
import type { Clock } from '../../core/time/clock';
import type { Plant } from '../../plant/processing/plant';
import type { Recorder } from '../../storage/config/audit';
import type { Orders } from '../../storage/jobs/orders';
import { type Caller, type Handler, type Handlers, ProblemError } from '../http/handler';
import { groupsOf } from '../support/alarms-access';
import { type PlannedCommand, planOf } from '../support/commands-catalogue';

type CommandKey = Extract<keyof Handlers, `${string} comandi${string}`>;

export interface CommandDeps {
  readonly plant: Plant;
  readonly orders: Orders;
  readonly orderBook: OrderBook;
  /** The device's clock. */
  readonly clock: Clock;
  readonly record: Recorder;
  readonly bringUpToDate: () => void;
}

type Note = (
  caller: Caller,
  step: 'select' | 'confirm',
  object: string,
  planned: PlannedCommand,
  result?: 'ok' | 'refused',
) => void;

/** Commands in two steps; every step leaves a row in the audit log. */
export function commandHandlers(deps: CommandDeps): Pick<Handlers, CommandKey> {
  const selections = new CommandSelections<PlannedCommand>(deps.clock, selectionS);
  const note: Note = (caller, step, object, { action, old, next }, result = 'ok') =>
    deps.record(caller, `command.${step}`, object, { changes: { [action]: [old, next] }, result });
  return {
    'GET comandi': given(deps),
    'POST comandi': select(deps, selections, note),
    'POST comandi/:id/conferma': confirm(deps, selections, note),
  };
}

const notForThisRole = () => new ProblemError(403, 'forbidden', 'Not for this role.');

/** How many given commands are listed, unless more are asked for. */
const usuallyGiven = '20';

function given({ orders }: CommandDeps): Handler<'GET comandi'> {
  return ({ query: { gruppo, quanti = usuallyGiven }, caller }) => {
    if (!groupsOf(caller.role).includes(gruppo)) throw notForThisRole();
    return orders
      .ofGroup(gruppo, Number(quanti))
      .map(({ id, t, user, object, action, old, next, result, applied, followedS }) => ({
        id,
        t,
        utente: user,
        oggetto: object,
        azione: action,
        vecchio: old,
        nuovo: next,
        esito: result,
        applicato: applied,
        seguito: followedS,
      }));
  };
}

function select(
  deps: CommandDeps,
  selections: CommandSelections<PlannedCommand>,
  note: Note,
): Handler<'POST comandi'> {
  return ({ body, caller }) => {
    const [group = ''] = body.oggetto.split('.');
    if (!groupsOf(caller.role).some(seen => seen === group)) throw notForThisRole();
    deps.bringUpToDate();
    const planned = planOf(body, deps.plant, deps.plant.snapshot());
    const sessionId = caller.sessionId ?? '';
    const holder = selections.holderOf(body.oggetto, sessionId);
    if (holder !== null) {
      note(caller, 'select', body.oggetto, planned, 'refused');
      throw new ProblemError(409, 'in_use', 'Somebody else is commanding it.', { da: holder });
    }
    const { id, expires } = selections.select({
      object: body.oggetto,
      user: caller.user ?? '',
      sessionId,
      planned,
    });
    note(caller, 'select', body.oggetto, planned);
    return {
      id,
      scade: expires,
      vecchio: planned.old,
      nuovo: planned.next,
      effetto: { potenza: planned.limitKw, dispositivi: planned.devices },
      tutto_impianto: planned.isPlantWide,
    };
  };
}

function confirm(
  deps: CommandDeps,
  selections: CommandSelections<PlannedCommand>,
  note: Note,
): Handler<'POST comandi/:id/conferma'> {
  return async ({ params, body, caller }) => {
    const found = selections.find(params.id, caller.sessionId ?? '');
    if (found.kind !== 'taken') {
      throw found.kind === 'expired'
        ? new ProblemError(410, 'command_expired', 'Too late: select it again.')
        : new ProblemError(404, 'not_found', 'Nothing is selected under this id.');
    }
    const { object, planned } = found.selection;
    if (planned.isPlantWide && !body.tutto_impianto) {
      throw new ProblemError(422, 'required', 'It acts on the whole plant.', { campo: 'tutto_impianto' });
    }
    selections.drop(params.id);
    deps.bringUpToDate();
    const result = await deps.plant.execute(planned.command);
    const outcome = result === 'taken' ? 'ok' : 'refused';
    const { action, old, next } = planned;
    const t = Math.floor(deps.plant.snapshot().t);
    deps.orderBook.add({ t, user: caller.user ?? '', object, action, old, next, result: outcome });
    note(caller, 'confirm', object, planned, outcome);
    if (result === 'unanswered')
      throw new ProblemError(
        409,
        'device_silent',
        'The device did not answer: nobody knows whether it obeys.',
      );
    if (result === 'refused')
      throw new ProblemError(409, 'too_soon', 'The device refuses it: too soon after the last one.');
  };
}
