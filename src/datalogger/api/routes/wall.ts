import { mostWallDisplays, type WallView } from '../../../contract/wall';
import { localDay } from '../../../contract/zone';
import { productName } from '../../core/product';
import type { Clock } from '../../core/time/clock';
import type { Snapshot } from '../../plant/snapshot';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { unlessRefused } from '../../storage/database/full';
import { hashOneTimeCode, newOneTimeCode } from '../auth/one-time-code';
import { answered, type Caller, type Handlers, idOf, notFound, ProblemError } from '../http/handler';
import type { DaySlots } from '../wall/curve';
import { type ShownDisplay, wallView } from '../wall/view';
import type { AlarmHandlers } from './alarms';
import type { MeasureHandlers } from './measures';

export interface WallDeps {
  readonly config: ConfigDatabase;
  readonly record: Recorder;
  /** The device's clock, and the plant's. */
  readonly clock: Clock;
  readonly plantClock: Clock;
  readonly snapshot: () => Snapshot;
  readonly alarms: Pick<AlarmHandlers, 'GET allarmi' | 'GET allarmi/conteggi'>;
  readonly measured: Pick<MeasureHandlers, 'GET dati_impianto/daily'>;
}

type WallKey = 'GET schermi' | 'POST schermi' | 'DELETE schermi/:id' | 'GET schermo/dati';

/** How often it is written down that a display has asked, and how long a curve is shown, s. */
const seenS = 300;
const curveS = 240;
/** How long the same answer serves several displays, s. */
const viewS = 4;
const zoneWithoutPlant = 'UTC';

/** The display reads with the eyes of an ordinary user: no money, no settings. */
const viewer: Caller = { role: 'normal', accountId: null, user: null, sessionId: null, address: '' };
const asViewer = { params: {}, body: undefined, caller: viewer, ifMatch: null } as const;

const noDisplay = () => new ProblemError(401, 'session_invalid', 'The token of a display is needed.');

export function wallHandlers(deps: WallDeps): Pick<Handlers, WallKey> {
  const { config, record, clock } = deps;
  const { wallDisplays, atomically } = config;
  const nowS = () => Math.floor(clock.now() / 1000);
  const view = keptViews(deps, nowS);
  return {
    'GET schermi': () => ({ schermi: wallDisplays.all() }),
    'POST schermi': ({ body, caller }) =>
      atomically(() => {
        if (wallDisplays.all().length >= mostWallDisplays)
          throw new ProblemError(409, 'conflict', `There are at most ${mostWallDisplays} displays.`);
        const token = newOneTimeCode();
        const id = wallDisplays.add({ ...body, creato: nowS() }, hashOneTimeCode(token));
        record(caller, 'wall.create', `schermi/${id}`, { changes: changesBetween({}, { nome: body.nome }) });
        return { id, ...body, creato: nowS(), visto: null, token };
      }),
    'DELETE schermi/:id': ({ params, caller }) => {
      atomically(() => {
        const display = wallDisplays.find(idOf(params.id));
        if (!display) throw notFound();
        wallDisplays.remove(display.id);
        const changes = changesBetween(display, { nome: null });
        record(caller, 'wall.delete', `schermi/${display.id}`, { changes });
      });
    },
    'GET schermo/dati': ({ caller }) => {
      const { otherToken } = caller;
      const known = otherToken === undefined ? null : wallDisplays.findByToken(hashOneTimeCode(otherToken));
      const { disposizione = 'calendario' } = known ?? {};
      if (!known || disposizione === 'calendario')
        throw wallDisplays.all().length === 0 ? notFound() : noDisplay();
      if (Math.abs(nowS() - (known.visto ?? 0)) >= seenS)
        unlessRefused(() => wallDisplays.noteSeen(known.id, nowS()));
      return view({ lingua: known.lingua, disposizione });
    },
  };
}

/** Made once for all displays of a layout and a language. */
function keptViews(deps: WallDeps, nowS: () => number) {
  const curve = keptCurve(deps, nowS);
  const made = new Map<string, { readonly atS: number; readonly view: WallView }>();
  return async (display: ShownDisplay): Promise<WallView> => {
    const key = `${display.disposizione}.${display.lingua}`;
    const known = made.get(key);
    if (known && Math.abs(nowS() - known.atS) < viewS) return known.view;
    const day = await curve();
    const view = await viewOf(deps, display, day);
    made.set(key, { atS: nowS(), view });
    return view;
  };
}

async function viewOf(deps: WallDeps, display: ShownDisplay, day: DaySlots): Promise<WallView> {
  const { config, plantClock, snapshot, alarms } = deps;
  const plant = config.plantConfig.read();
  const query = { stato: 'correnti', raggruppa: 'causa' } as const;
  const { righe } = answered(await alarms['GET allarmi']({ ...asViewer, query }));
  const counts = answered(await alarms['GET allarmi/conteggi']({ ...asViewer, query: undefined }));
  return wallView(display, {
    snapshot: snapshot(),
    zone: plant?.fields.fuso ?? zoneWithoutPlant,
    plantName: plant?.fields.nome ?? productName,
    nominal: plant?.fields.potenza_ca ?? null,
    day,
    alarms: righe,
    counts,
    nowS: Math.floor(plantClock.now() / 1000),
  });
}

/** The curve of today. Where it cannot be read, the one before stays. */
function keptCurve({ config, plantClock, measured }: WallDeps, nowS: () => number): () => Promise<DaySlots> {
  let atS = 0;
  let kept: DaySlots = { t: [], measured: [], expected: [] };
  return async () => {
    if (Math.abs(nowS() - atS) < curveS) return kept;
    atS = nowS();
    const zone = config.plantConfig.zone() ?? zoneWithoutPlant;
    const d = localDay(zone, plantClock.now() / 1000);
    const query = { m: 'impianto.pac,impianto.pattesa', d, passo: '5' as const };
    try {
      const { colonne } = answered(await measured['GET dati_impianto/daily']({ ...asViewer, query }));
      const numbers = (name: string) =>
        (colonne[name] ?? []).map(value => (typeof value === 'number' ? value : null));
      kept = {
        t: numbers('t').map(t => t ?? 0),
        measured: numbers('impianto.pac'),
        expected: numbers('impianto.pattesa'),
      };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
    return kept;
  };
}
