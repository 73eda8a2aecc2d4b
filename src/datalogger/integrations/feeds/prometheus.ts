import { createHash, timingSafeEqual } from 'node:crypto';
import type { FeedState } from '../../../contract/feeds';
import { points } from '../../../contract/points';
import type { Occurrence } from '../../alarms/model';
import { live } from '../../api/support/measures-live';
import type { Clock } from '../../core/time/clock';
import { isGood } from '../../plant/processing/rows';
import type { Snapshot } from '../../plant/snapshot';
import type { PrometheusSettings } from '../../storage/config/feed-settings';
import type { SettingRecords } from '../../storage/config/setting-records';
import type { Origin } from './influx-lines';
import type { FedGroup } from './mqtt/messages';

export interface PrometheusOptions {
  readonly settings: SettingRecords<PrometheusSettings>;
  readonly origin: () => Origin;
  readonly active: () => readonly Occurrence[];
  /** For how long samples and answers waited, s: almost always, and once. */
  readonly loopDelay: () => { readonly usual: number; readonly longest: number };
  /** The device's clock. */
  readonly clock: Pick<Clock, 'now'>;
}

/** The plant now, in the text format of Prometheus 0.0.4. */
export class PrometheusPage {
  readonly #options: PrometheusOptions;
  #readS: number | null = null;

  constructor(options: PrometheusOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.settings.read().value.abilitata;
  }

  /** Whether this is the token, compared in constant time. */
  isToken(sent: string | undefined): boolean {
    const { secret } = this.#options.settings.read();
    if (secret === null || sent === undefined) return false;
    return timingSafeEqual(digestOf(sent), digestOf(secret));
  }

  text(snapshot: Snapshot): string {
    const { settings, origin, active, loopDelay, clock } = this.#options;
    this.#readS = Math.floor(clock.now() / 1000);
    const { contenuto } = settings.read().value;
    const tags = tagsOf(origin());
    const lines = contenuto.flatMap(group => groupLines(tags, group, snapshot));
    return `${[...lines, ...alarmLines(tags, active()), ...delayLines(tags, loopDelay())].join('\n')}\n`;
  }

  state(): FeedState['prometheus'] {
    return { letto: this.#readS };
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Escapes as the format asks. */
const label = (name: string, text: string) =>
  `${name}="${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

const tagsOf = ({ plant, serial }: Origin) => `${label('plant', plant)},${label('serial', serial)}`;

/**
 * A metric for each point, as the API gives it: a device that does not answer has only its age. `incerti` is 1 where energies of the day, month
 * or year lack a time that is marked as invalid, and absent otherwise.
 */
function groupLines(tags: string, group: FedGroup, snapshot: Snapshot): string[] {
  const rows = snapshot.groups[group];
  const { colonne } = live(snapshot, group, [{ group, id: null, point: null }], 'admin');
  const metric = (point: string, unit: string, isShown: (row: number) => boolean) => {
    const name = `meridiana_${group}_${point}`;
    const values = rows.id.flatMap((id, row) => {
      const value = colonne[point]?.[row];
      if (typeof value !== 'number' || !isShown(row)) return [];
      return [`${name}{${tags},device="${id}",${label('name', rows.nome[row] ?? '')}} ${value}`];
    });
    const help = unit === '' ? [] : [`# HELP ${name} ${unit}`];
    return values.length > 0 ? [...help, `# TYPE ${name} gauge`, ...values] : [];
  };
  const measured = Object.entries<readonly [string, number, string]>(points[group]).flatMap(
    ([point, [unit]]) => metric(point, unit, row => isGood(rows, row, snapshot.t)),
  );
  const name = `meridiana_${group}_incerti`;
  const lacking = rows.id.flatMap((id, row) =>
    rows.lacking?.[row]?.length
      ? [`${name}{${tags},device="${id}",${label('name', rows.nome[row] ?? '')}} 1`]
      : [],
  );
  const uncertain = lacking.length > 0 ? [`# TYPE ${name} gauge`, ...lacking] : [];
  return [...measured, ...metric('eta', 's', () => true), ...uncertain];
}

function alarmLines(tags: string, active: readonly Occurrence[]): string[] {
  const name = 'meridiana_allarmi_attivi';
  const counts = [1, 2, 3, 4].map(
    each =>
      `${name}{${tags},priority="${each}"} ${active.filter(({ priority }) => priority === each).length}`,
  );
  return [`# TYPE ${name} gauge`, ...counts];
}

function delayLines(tags: string, { usual, longest }: { usual: number; longest: number }): string[] {
  const name = 'meridiana_datalogger_ritardo';
  const of = (share: string, delayS: number) => `${name}{${tags},quantile="${share}"} ${delayS.toFixed(3)}`;
  return [`# HELP ${name} s`, `# TYPE ${name} gauge`, of('0.999', usual), of('1', longest)];
}
