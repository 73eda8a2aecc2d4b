import { points } from '../../../../contract/points';
import { productName } from '../../../core/product';
import type { Snapshot } from '../../../plant/snapshot';
import { availabilityOf, type FedGroup, retained, risingPoints, risingSuffix } from './messages';
import type { Message } from './packets';

/** The points of each device that are announced to Home Assistant, with their names; others have too many devices for a home. */
const shown = {
  impianto: {
    pac: 'Power',
    pimm: 'Exported power',
    pprel: 'Imported power',
    eday: 'Energy today',
    etot: 'Total energy',
    poa: 'Irradiance',
    tmod: 'Module temperature',
    pr: 'Performance ratio today',
    disp: 'Availability today',
  },
  inverter: {
    pac: 'Power',
    eday: 'Energy today',
    etot: 'Total energy',
    tcab: 'Cabinet temperature',
    udc: 'DC voltage',
  },
  contatori: { p: 'Power', e_imm: 'Exported energy', e_prel: 'Imported energy' },
} as const;
type ShownGroup = keyof typeof shown;

/** Device classes of Home Assistant by unit. */
const classes: Readonly<Record<string, string>> = {
  kW: 'power',
  kWh: 'energy',
  V: 'voltage',
  '°C': 'temperature',
  'W/m²': 'irradiance',
};

export interface Home {
  /** Of the topics of this datalogger. */
  readonly base: string;
  readonly serial: string;
  readonly plant: string;
}

/** A retained message for each entity, so that Home Assistant makes it without being configured: plant, inverters, meters and alarms. */
export function discoveryMessages(home: Home, contents: readonly FedGroup[], snapshot: Snapshot): Message[] {
  const groups = (Object.keys(shown) as ShownGroup[]).filter(group => contents.includes(group));
  const sensors = groups.flatMap(group => {
    const { id: ids, nome } = snapshot.groups[group];
    return ids.flatMap((id, row) => deviceSensors(home, group, id, nome[row] ?? ''));
  });
  return [...sensors, ...alarmEntities(home)];
}

function deviceSensors(home: Home, group: ShownGroup, id: number, name: string): Message[] {
  const device =
    group === 'impianto'
      ? plantDevice(home)
      : { ...ofDevice(home, `${group}_${id}`, name), via_device: node(home) };
  return Object.entries(shown[group]).map(([point, label]) =>
    entity(home, 'sensor', `${group}_${id}_${point}`, {
      name: label,
      state_topic: `${home.base}/${group}/${id}`,
      value_template: `{{ ${fieldOf(group, point)} }}`,
      ...kindOf(group, point),
      availability: [{ topic: `${home.base}/stato` }, { topic: availabilityOf(home.base, group, id) }],
      availability_mode: 'all',
      device,
    }),
  );
}

/** Home Assistant adds up the differences of a total: it is given the one without breaks, of the day the one that no mark lessens. */
function fieldOf(group: ShownGroup, point: string): string {
  const whole = `value_json.${point}${risingSuffix}`;
  if (risingPoints[group]?.includes(point)) return whole;
  return point === 'eday' ? `${whole} | default(value_json.eday)` : `value_json.${point}`;
}

function kindOf(group: ShownGroup, point: string): object {
  const table: Readonly<Record<string, readonly [string, number, string]>> = points[group];
  const [unit = '', decimals = 0] = table[point] ?? [];
  return {
    ...(unit !== '' && { unit_of_measurement: unit }),
    ...(classes[unit] !== undefined && { device_class: classes[unit] }),
    state_class: unit === 'kWh' ? 'total_increasing' : 'measurement',
    suggested_display_precision: decimals,
  };
}

function alarmEntities(home: Home): Message[] {
  const device = plantDevice(home);
  return [
    entity(home, 'sensor', 'allarmi', {
      name: 'Active alarms',
      state_topic: `${home.base}/allarmi`,
      value_template: '{{ value_json.attivi }}',
      json_attributes_topic: `${home.base}/allarmi`,
      state_class: 'measurement',
      availability_topic: `${home.base}/stato`,
      device,
    }),
    entity(home, 'event', 'eventi', {
      name: 'Alarm',
      state_topic: `${home.base}/allarmi/eventi`,
      event_types: ['inizio', 'fine'],
      availability_topic: `${home.base}/stato`,
      device,
    }),
  ];
}

function entity(home: Home, component: 'sensor' | 'event', name: string, config: object): Message {
  const uniqueId = `${node(home)}_${name}`;
  return retained(`${discoveryOf(home.serial, component)}/${name}/config`, {
    ...config,
    unique_id: uniqueId,
  });
}

/** Where Home Assistant looks for the entities of a datalogger. */
export const discoveryOf = (serial: string, component: 'sensor' | 'event') =>
  `homeassistant/${component}/${node({ serial })}`;

const plantDevice = (home: Home) => ({
  ...ofDevice(home, '', home.plant),
  manufacturer: productName,
  serial_number: home.serial,
});

const ofDevice = (home: Home, suffix: string, name: string) => ({
  identifiers: [suffix === '' ? node(home) : `${node(home)}_${suffix}`],
  name,
});

/** What Home Assistant allows in the name of a node. */
const node = ({ serial }: Pick<Home, 'serial'>) => `meridiana_${serial.replaceAll(/[^\w-]/g, '_')}`;
