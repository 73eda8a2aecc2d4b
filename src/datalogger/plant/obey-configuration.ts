import type { RecordOf } from '../../contract/config/kinds';
import type { LiveState } from './live-state';
import type { SensorUse } from './sensors';
import { type Setup, serviceOf } from './setup';
import { functionsOf, normOf, reactiveCurve } from './setup-grid';
import { SignalDesk } from './signal-desk';
import { type TrackerSetting, trackerLimits } from './tracker';

/** Lets the simulated devices work as they are configured: what a real one would be told, or be asked for in another way. */
export function obeyConfiguration(live: LiveState, setup: Setup, name: string): void {
  countInverters(live, setup);
  const { inverters } = setup.configuration;
  const asked = inverters.filter(({ abilitato }) => abilitato);
  const sum = (of: (record: RecordOf<'inverters'>) => number) =>
    asked.reduce((total, record) => total + of(record), 0);
  live.model.design = { name, peakKwp: sum(({ kwp }) => kwp), ratedKw: sum(({ pn }) => pn) };
  live.model.sensors.use(sensorUses(live, setup));
  setTrackers(live, setup);
  for (const record of setup.configuration['protezioni-interfaccia']) {
    const device = setup.wiring.deviceOf('protezioni-interfaccia', record);
    live.protections[(device ?? 0) - 1]?.set(normOf(record), functionsOf(record));
  }
  const [controller] = setup.configuration.cci;
  if (controller) live.controller.regulate(reactiveCurve(controller, live.model.plan.ratedKw));
  if (live.desk) live.desk.follow(setup);
  else live.desk = new SignalDesk(setup);
}

/** How many of each simulated inverter there are, how many of them are asked, and whose availability counts. */
function countInverters({ model }: LiveState, { configuration, wiring }: Setup): void {
  for (const inverter of model.field.inverters) {
    inverter.presence = 1;
    inverter.counted = inverter.dutyKwp = 0;
  }
  for (const record of configuration.inverters) {
    const inverter = model.field.inverters[(wiring.deviceOf('inverters', record) ?? 0) - 1];
    if (!inverter) continue;
    const isFurther = wiring.isFurther('inverters', record);
    const share = isFurther ? record.kwp / inverter.plan.peakKwp : 1;
    if (isFurther) inverter.presence += share;
    if (record.abilitato) inverter.counted += share;
    if (serviceOf(record) === 'active') inverter.dutyKwp += record.kwp;
  }
}

/** The sensors that are asked, the one that is marked for its kind first. */
function sensorUses({ model }: LiveState, { configuration, wiring }: Setup): SensorUse[] {
  const asked = configuration.sensori.filter(record => serviceOf(record) === 'active');
  const byMark = [...asked].sort((a, b) => Number(b.primario) - Number(a.primario));
  return byMark.flatMap(record => {
    const sensor = model.plan.sensors[(wiring.deviceOf('sensori', record) ?? 0) - 1];
    return sensor ? [{ kind: record.tipo, sensor, gain: record.gain, offset: record.offset }] : [];
  });
}

function setTrackers({ model, trackers }: LiveState, { configuration, wiring }: Setup): void {
  const settings = new Map<string, TrackerSetting>();
  const byDevice = new Map<number, TrackerSetting>();
  for (const record of configuration.trackers) {
    const own = settingOf(record);
    const key = JSON.stringify(own);
    const setting = settings.get(key) ?? own;
    settings.set(key, setting);
    const device = wiring.deviceOf('trackers', record);
    if (device !== null) byDevice.set(device, setting);
  }
  // The light on the field is computed for the first: others differ in what they do and show.
  model.environment.trackers = byDevice.values().next().value ?? trackerLimits;
  trackers.set(byDevice);
}

function settingOf(record: RecordOf<'trackers'>): TrackerSetting {
  return {
    ...trackerLimits,
    maximum: record.angolo_max,
    groundCover: record.gcr,
    deadBand: record.banda_morta,
    stowAngle: record.angolo_riposo,
    nightAngle: record.angolo_notte,
    cleaningAngle: record.angolo_pulizia,
    stowGust: record.vento_riposo,
    returnGust: record.vento_rientro,
    stowReturnS: record.minuti_rientro * 60,
  };
}
