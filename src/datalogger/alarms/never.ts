import type { NeverBecause } from '../../contract/alarm-rules';
import type { Group } from '../../contract/points';
import type { Unreported } from '../../contract/unreported';
import { entries } from './catalogue';
import { wiredKinds } from './catalogue/signals';
import { elevationAt, workingElevation } from './facts';
import type { AlarmInputs, InstallationInputs } from './inputs';
import { ReportedPoints } from './reported-points';

/*
 * Which alarms can never come on this plant, because it has no device that they are about, or none that reports what they are judged by.
 * Those who rely on an alarm have to know that.
 */

/** What devices may lack, of the points that an alarm is judged by: one of them is enough. Other alarms are judged by what every device has. */
const judgedBy: Readonly<Record<string, readonly string[]>> = {
  INV04: ['dev'],
  INV05: ['tsnk', 'evt'],
  INV06: ['plimsrc'],
  INV07: ['riso'],
  INV08: ['evt'],
  INV09: ['udc', 'evt'],
  INV10: ['evt'],
  INV11: ['evt'],
  INV12: ['evt'],
  INV13: ['evt'],
  INV14: ['evt'],
  INV15: ['evt'],
  INV16: ['eff'],
  INV17: ['plimsrc'],
  INV20: ['evt'],
  INV21: ['evt'],
  INV22: ['riso'],
  STR01: ['dev'],
  STR02: ['dev'],
  STR03: ['i'],
  STR06: ['tbox', 'evt'],
  STR07: ['evt'],
  STR08: ['evt'],
  STR09: ['evt'],
  STR10: ['evt'],
  STR11: ['evt'],
  STR12: ['evt'],
  STR13: ['evt'],
  TRK01: ['tgt'],
  TRK02: ['imot'],
  TRK06: ['soc'],
  MET04: ['cosphi'],
  MET09: ['uc', 'uca'],
  SPI06: ['telescatto'],
  SPI09: ['link'],
  CCI01: ['link_a'],
  CCI04: ['scarto'],
};

/** The SunSpec model with which inverters say that they are too warm for full power. */
const deratingModel = '701';

const everyS = 10;

const groupOf = new Map(entries.map(({ rule, source }) => [rule.code, source]));

export class NeverAlarms {
  readonly #reported = new ReportedPoints();
  #observedAt = Number.NEGATIVE_INFINITY;
  #inputs: AlarmInputs | null = null;

  /** To be called in every cycle; `steadyS` by the steady clock. */
  observe(inputs: AlarmInputs, steadyS: number): void {
    this.#inputs = inputs;
    const passedS = steadyS - this.#observedAt;
    if (passedS < everyS) return;
    this.#observedAt = steadyS;
    const { t } = inputs.snapshot;
    const elevation = elevationAt(inputs.site, t);
    if (elevation !== null && elevation <= workingElevation) return;
    this.#reported.observe(inputs.snapshot, Math.min(passedS, everyS));
  }

  /** What devices do not report, of the groups that somebody may read. */
  unreported(readable: readonly Group[]): Unreported {
    return this.#reported.unreported(readable);
  }

  /** Why an alarm can never come; null where it can, or where that is not known yet. */
  because(code: string): NeverBecause | null {
    const inputs = this.#inputs;
    if (inputs === null) return null;
    if (lacksDevice(code, inputs)) return { motivo: 'dispositivi', quali: [] };
    const kinds = wiredKinds.get(code);
    if (kinds && !isWired(inputs, kinds)) return { motivo: 'ingressi', quali: [...kinds] };
    if (code === 'INV06' && inputs.lines.length > 0 && !inputs.lines.some(({ mayDerate }) => mayDerate))
      return { motivo: 'modelli', quali: [deratingModel] };
    const group = groupOf.get(code) ?? null;
    const points = judgedBy[code];
    if (group === null || !points) return null;
    return this.#reported.lacks(group, points) ? { motivo: 'punti', quali: [...points] } : null;
  }
}

/** Whether nothing that an alarm is about is configured. */
function lacksDevice(code: string, inputs: AlarmInputs): boolean {
  if (code === 'DLG06') return inputs.lines.length === 0;
  if (code === 'CCI06') return inputs.isLoopOpen === null;
  if (code === 'DIN04') return !namesOutput(inputs);
  if (code.startsWith('UPS')) return lacksUps(code, inputs);
  const group = groupOf.get(code) ?? null;
  return group !== null && inputs.snapshot.groups[group].id.length === 0;
}

const namesOutput = ({ configuration }: AlarmInputs) =>
  (configuration?.['digital-signals'] ?? []).some(({ uscita }) => uscita !== null);

/** By contacts only mains and battery are known. */
function lacksUps(code: string, { hardware: { acContact, ups } }: AlarmInputs): boolean {
  return ups === undefined && (acContact === undefined || (code !== 'UPS01' && code !== 'UPS02'));
}

const isWired = ({ configuration }: InstallationInputs, kinds: readonly string[]) =>
  (configuration?.['digital-signals'] ?? []).some(
    ({ abilitato, allarme, segnale }) => abilitato && allarme && kinds.includes(segnale),
  );
