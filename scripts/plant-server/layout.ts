import type { Configuration, RecordOf } from '../../src/contract/config/kinds';
import { pointOfSensor, type SensorPoint } from '../../src/contract/config/sensors';
import { noRecords } from '../../src/datalogger/plant/processing/setup';

/** Where the devices of the plant are shown: each line is one port, as a gateway is one address. */
export interface Unit {
  readonly line: number;
  readonly unit: number;
}

/** Trackers that one controller has. */
const trackersPerController = 37;
/** Units on one line, by what they are. */
const unitsPerLine = { inverters: 32, boxes: 62, controllers: 10, modules: 60 } as const;

/** The kinds that SunSpec has models for. */
type ShownKind = 'inverters' | 'box-stringhe' | 'contatori' | 'sensori' | 'trackers';

/** An input module: its unit answers function 2 with the channels of the digital signals of this module. */
export interface InputModule extends Unit {
  /** Its record, and the number by which signals name it. */
  readonly id: number;
  readonly module: number;
}

export interface Layout {
  readonly lines: number;
  /** The unit of each record, by kind and id. */
  readonly places: { readonly [K in ShownKind]: ReadonlyMap<number, Unit & { readonly instance: number }> };
  readonly modules: readonly InputModule[];
}

/** Numbers devices through lines of a fixed number of units. */
function spread(count: number, perLine: number, firstLine: number): Unit[] {
  return Array.from({ length: count }, (_, index) => ({
    line: firstLine + Math.floor(index / perLine),
    unit: (index % perLine) + 1,
  }));
}

const linesOf = (count: number, perLine: number) => Math.ceil(count / perLine);

/** Sensors that share a point differ by their instance. */
function instancesOf(sensors: readonly RecordOf<'sensori'>[]): Map<number, number> {
  const counts = new Map<SensorPoint, number>();
  return new Map(
    sensors.flatMap(record => {
      const point = pointOfSensor(record);
      if (point === null) return [];
      const instance = (counts.get(point) ?? 0) + 1;
      counts.set(point, instance);
      return [[record.id, instance] as const];
    }),
  );
}

/** Meters and the station are on the first line of the inverters, with these units. */
const firstMeterUnit = 200;
const stationUnit = 240;

/** Which line and unit each device of a configuration has. */
export function layoutOf(configuration: Configuration): Layout {
  const { inverters, trackers, contatori, sensori } = configuration;
  const boxes = configuration['box-stringhe'];
  const controllers = Math.ceil(trackers.length / trackersPerController);
  const modules = configuration['moduli-io'];
  const boxLine = Math.max(1, linesOf(inverters.length, unitsPerLine.inverters));
  const controllerLine = boxLine + linesOf(boxes.length, unitsPerLine.boxes);
  const moduleLine = controllerLine + linesOf(controllers, unitsPerLine.controllers);
  const place = (ids: readonly { readonly id: number }[], units: readonly Unit[]) =>
    new Map(ids.map(({ id }, index) => [id, { ...(units[index] ?? { line: 0, unit: 0 }), instance: 1 }]));
  const ofController = spread(controllers, unitsPerLine.controllers, controllerLine);
  return {
    lines: moduleLine + linesOf(modules.length, unitsPerLine.modules),
    places: {
      inverters: place(inverters, spread(inverters.length, unitsPerLine.inverters, 0)),
      'box-stringhe': place(boxes, spread(boxes.length, unitsPerLine.boxes, boxLine)),
      contatori: place(
        contatori,
        contatori.map((_, index) => ({ line: 0, unit: firstMeterUnit + index })),
      ),
      sensori: new Map(
        [...instancesOf(sensori)].map(([id, instance]) => [id, { line: 0, unit: stationUnit, instance }]),
      ),
      trackers: new Map(
        trackers.map(({ id }, index) => [
          id,
          {
            ...(ofController[Math.floor(index / trackersPerController)] ?? { line: 0, unit: 0 }),
            instance: (index % trackersPerController) + 1,
          },
        ]),
      ),
    },
    modules: spread(modules.length, unitsPerLine.modules, moduleLine).map((unit, index) => ({
      ...unit,
      id: modules[index]?.id ?? 0,
      module: modules[index]?.numero ?? 0,
    })),
  };
}

/** The configuration of a datalogger that reads the plant over the wire: what has no place there is left out. */
export function fieldConfiguration(
  configuration: Configuration,
  { places, modules }: Layout,
  host: string,
  ports: readonly number[],
): Configuration {
  const moved = <K extends ShownKind>(kind: K): RecordOf<K>[] => {
    const records: readonly RecordOf<K>[] = configuration[kind];
    return records.flatMap(record => {
      const place = places[kind].get(record.id);
      const address = place && {
        protocollo: 'sunspec-tcp',
        host,
        porta: ports[place.line],
        unita: place.unit,
        istanza: place.instance,
        base_registri: 40_000,
      };
      return address ? [Object.assign({}, record, address)] : [];
    });
  };
  const ofModules = configuration['moduli-io'].flatMap(record => {
    const place = modules.find(({ id }) => id === record.id);
    return place ? [{ ...record, host, porta: ports[place.line] ?? 0, unita: place.unit }] : [];
  });
  return {
    ...noRecords,
    inverters: moved('inverters'),
    'box-stringhe': moved('box-stringhe'),
    contatori: moved('contatori'),
    sensori: moved('sensori'),
    trackers: moved('trackers'),
    'digital-signals': configuration['digital-signals'],
    'moduli-io': ofModules,
  };
}
