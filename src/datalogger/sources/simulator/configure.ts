import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import type { ProtectionFunction } from '../../../contract/protection-standards';
import { designOf } from '../../plant/processing/plant-sums';
import { functionOf } from '../../plant/processing/protections';
import { serviceOf } from '../../plant/processing/rows';
import { activeSensors, lightSensors } from '../../plant/processing/sensors';
import { type TrackerSetting, trackerLimits } from '../../plant/solar/tracker';
import type { LiveState } from './live-state';
import type { ProtectionNorm } from './physics/protection';
import { settingsOfPlan, settingsOfRecord } from './physics/regulation';
import type { SensorUse } from './physics/sensors';
import { throughInput } from './physics/transmitters';
import type { Wiring } from './wiring';

/** The configuration, and which simulated device answers for which record. */
interface Configured {
  readonly configuration: Configuration;
  readonly wiring: Wiring;
}

/** Applies the configuration to the simulated devices. With real devices these settings are sent to them or change how they are polled. */
export function configureDevices(live: LiveState, configured: Configured): void {
  const { configuration, wiring } = configured;
  countInverters(live, configured);
  live.model.design = designOf(configuration);
  live.model.sensors.use(sensorUses(live, configured));
  setTrackers(live, configured);
  for (const record of configuration['protezioni-interfaccia']) {
    const device = wiring.deviceOf('protezioni-interfaccia', record);
    const protection = live.protections[(device ?? 0) - 1];
    if (!protection) continue;
    protection.set(normOf(record), functionsOf(record));
    protection.hasLocalCommand = record.comando_locale;
    protection.backupS = record.rincalzo;
  }
  const [controller] = configuration.cci;
  live.model.regulation.settings = controller
    ? settingsOfRecord(controller)
    : settingsOfPlan(live.model.plan);
}

/** The functions of a configured protection: those that are enabled, as its standard describes them. */
function functionsOf({ norma, funzioni }: RecordOf<'protezioni-interfaccia'>): ProtectionFunction[] {
  return funzioni.flatMap(({ codice, abilitata, soglia, tempo }) => {
    const described = functionOf(norma, codice);
    return abilitata && described ? [{ ...described, threshold: soglia, seconds: tempo }] : [];
  });
}

const normOf = ({ norma }: RecordOf<'protezioni-interfaccia'>): ProtectionNorm =>
  norma === 'CEI 0-21' ? 'lowVoltage' : 'mediumVoltage';

/** Sets how many there are of each simulated inverter, how many of them are polled, and the kWp that counts in the availability. */
function countInverters({ model }: LiveState, { configuration, wiring }: Configured): void {
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
    inverter.isPowerControlled = record.controllo_p;
    inverter.isReactiveControlled = record.controllo_q;
    if (serviceOf(record) === 'active') inverter.dutyKwp += record.kwp;
  }
}

/** The sensors that are polled. The primary sensor of a kind comes before the others of that kind. */
function sensorUses({ model }: LiveState, { configuration, wiring }: Configured): SensorUse[] {
  const byMark = activeSensors(configuration.sensori);
  const onPlane = new Set(lightSensors(configuration).map(({ id }) => id));
  return byMark.flatMap(record => {
    const { id, tipo, gain, offset } = record;
    const corrected = (value: number) => throughInput(record, tipo, value) * gain + offset;
    const sensor = model.plan.sensors[(wiring.deviceOf('sensori', record) ?? 0) - 1];
    return sensor ? [{ kind: tipo, sensor, corrected, isOnPlane: onPlane.has(id) }] : [];
  });
}

function setTrackers({ model, trackers }: LiveState, { configuration, wiring }: Configured): void {
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
  // The light on the field is computed with the setting of the first tracker. The settings of the others change only their own movement.
  model.environment.trackers = byDevice.values().next().value ?? trackerLimits;
  trackers.set(byDevice);
}

function settingOf(record: RecordOf<'trackers'>): TrackerSetting {
  return {
    ...trackerLimits,
    maximum: record.angolo_max,
    // Rows that cover no ground shade no other row: there is nothing to track back from.
    groundCover: record.backtracking ? record.gcr : 0,
    deadBand: record.banda_morta,
    stowAngle: record.angolo_riposo,
    nightAngle: record.angolo_notte,
    cleaningAngle: record.angolo_pulizia,
    stowGust: record.vento_riposo,
    returnGust: record.vento_rientro,
    stowReturnS: record.minuti_rientro * 60,
  };
}
