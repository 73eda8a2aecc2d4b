import { meterRoles } from '../../../../contract/codes';
import { byKind, type ConfigOf, type Configuration, completed } from '../../../../contract/config/kinds';
import { trackerLimits } from '../../../plant/solar/tracker';
import { lineLoss } from '../physics/meters';
import type { MeterPlan, PlantPlan, SensorKind, StringPlan } from '../plan';
import { calibrationDays } from '../upkeep';
import { controllersOf, protectionsOf } from './first-grid';
import { addressOf, dayOf, daysOf, type FirstConfiguration, rounded, serial } from './first-records';

/** A calibration is valid for two years. */
const calibrationValidDays = 730;

/** The configuration that describes the simulated plant as it is at `t` (epoch seconds). */
export function firstConfiguration(plan: PlantPlan, t: number): FirstConfiguration {
  return {
    inverters: invertersOf(plan),
    'box-stringhe': boxesOf(plan),
    contatori: plan.meters.map(meter => meterOf(plan, meter, t)),
    sensori: sensorsOf(plan, t),
    'protezioni-interfaccia': protectionsOf(plan, t),
    'digital-signals': signalsOf(plan),
    'moduli-io': modulesOf(plan),
    trackers: trackersOf(plan),
    cci: controllersOf(plan, t),
  };
}

/** The same configuration at `t` (epoch seconds) as stored records, with the exact power of the modules. */
export function planConfiguration(plan: PlantPlan, t: number): Configuration {
  const first = firstConfiguration(plan, t);
  const versione = 0;
  return {
    ...byKind(kind => first[kind].map(record => ({ ...record, versione }))),
    inverters: first.inverters.map((record, index) => ({
      ...record,
      versione,
      kwp: plan.inverters[index]?.peakKwp ?? record.kwp,
    })),
  };
}

function invertersOf({ inverters, facts }: PlantPlan): FirstConfiguration['inverters'] {
  return inverters.map(({ id, name, ratedKw, peakKwp, inputs }) => ({
    ...completed('inverters', {
      nome: name,
      marca: 'Helios',
      modello: `HX ${ratedKw}`,
      seriale: serial('HX', id),
      protocollo: 'sunspec-tcp',
      ...addressOf(31, id),
      pn: ratedKw,
      kwp: rounded(peakKwp),
      mppt: inputs,
      udc_max: facts.modulesPerString > 20 ? 1500 : 1000,
    }),
    id,
  }));
}

function boxesOf({ strings, facts, tilt, azimuth }: PlantPlan): FirstConfiguration['box-stringhe'] {
  const boxes = new Map<number, StringPlan[]>();
  for (const string of strings) boxes.set(string.box, [...(boxes.get(string.box) ?? []), string]);
  return [...boxes].map(([id, own]) => ({
    ...completed('box-stringhe', {
      nome: own[0]?.name.replace(/ S\d+$/, '') ?? '',
      marca: 'Helios',
      modello: `SB ${own.length}`,
      seriale: serial('SB', id),
      ...addressOf(41, id),
      polling: 30,
      ingressi: own.length,
      moduli: facts.modulesPerString,
      wp: facts.moduleWp,
      tilt,
      azimut: azimuth,
      inverter: own[0]?.inverter ?? 1,
    }),
    id,
  }));
}

const roleNames: Readonly<Record<MeterPlan['role'], ConfigOf<'contatori'>['ruolo']>> = {
  [meterRoles.exchange]: 'scambio',
  [meterRoles.production]: 'produzione',
  [meterRoles.auxiliary]: 'ausiliari',
  [meterRoles.consumption]: 'consumo',
};

/** Meters are calibrated on other days than sensors. */
const meterTask = 1000;

function meterOf({ facts }: PlantPlan, { id, name, role }: MeterPlan, t: number) {
  const isHigh = role === meterRoles.exchange && facts.gridVoltage > 1000;
  return {
    ...completed('contatori', {
      nome: name,
      marca: 'Metra',
      modello: 'M4',
      seriale: serial('M4', id),
      ...addressOf(51, id),
      ruolo: roleNames[role],
      tv_primario: isHigh ? facts.gridVoltage : facts.inverterVoltage,
      tv_secondario: isHigh ? 100 : 0,
      perdita: role === meterRoles.production ? 100 * lineLoss : 0,
      tarato_il: dayOf(t + (calibrationDays(meterTask + id, t) - calibrationValidDays) * daysOf),
    }),
    id,
  };
}

function sensorsOf({ sensors, tilt, azimuth }: PlantPlan, t: number): FirstConfiguration['sensori'] {
  const seen = new Set<SensorKind>();
  return sensors.map(({ id, name, kind }) => {
    const isFirst = !seen.has(kind);
    seen.add(kind);
    const calibrated = t + (calibrationDays(id, t) - calibrationValidDays) * daysOf;
    return {
      ...completed('sensori', {
        nome: name,
        marca: 'Soleda',
        modello: kind.toUpperCase(),
        seriale: serial('S', id),
        ...addressOf(61, id),
        polling: 10,
        tipo: kind,
        classe: kind === 'poa' ? 'A' : '',
        tilt,
        azimut: azimuth,
        tarato_il: dayOf(calibrated),
        primario: isFirst,
      }),
      id,
    };
  });
}

const channelsPerModule = 16;

function signalsOf({ digitalInputs }: PlantPlan): FirstConfiguration['digital-signals'] {
  return digitalInputs.map(({ id, name, signal }) => ({
    ...completed('digital-signals', {
      nome: name,
      modulo: Math.ceil(id / channelsPerModule),
      canale: ((id - 1) % channelsPerModule) + 1,
      segnale: signal.kind,
      contatto: signal.isNormallyClosed ? 'NC' : 'NA',
      // A running fan is no reason for an alarm.
      allarme: signal.kind !== 'ventilation',
    }),
    id,
  }));
}

function modulesOf({ digitalInputs }: PlantPlan): FirstConfiguration['moduli-io'] {
  const count = Math.ceil(digitalInputs.length / channelsPerModule);
  return Array.from({ length: count }, (_, index) => index + 1).map(id => ({
    ...completed('moduli-io', {
      nome: `DI ${String(id).padStart(2, '0')}`,
      marca: 'Tessera',
      modello: `DI ${channelsPerModule}`,
      seriale: serial('DI', id),
      ...addressOf(91, id),
      numero: id,
      canali: channelsPerModule,
    }),
    id,
  }));
}

function trackersOf({ trackers, strings }: PlantPlan): FirstConfiguration['trackers'] {
  const { maximum, groundCover, deadBand, stowGust, stowReturnS, stowAngle, nightAngle, cleaningAngle } =
    trackerLimits;
  return trackers.map(({ id, name, group }) => ({
    ...completed('trackers', {
      nome: name,
      marca: 'Girasole',
      modello: 'T1',
      seriale: serial('T', id),
      ...addressOf(81, id),
      polling: 30,
      gruppo: group,
      angolo_max: maximum,
      gcr: groundCover,
      banda_morta: deadBand,
      vento_riposo: stowGust,
      minuti_rientro: stowReturnS / 60,
      angolo_riposo: stowAngle,
      angolo_notte: nightAngle,
      angolo_pulizia: cleaningAngle,
      stringhe: strings.filter(({ tracker }) => tracker === id).map(string => string.id),
    }),
    id,
  }));
}
