import { trackerStates } from '../../src/contract/codes';
import type { RecordOf } from '../../src/contract/config/kinds';
import { pointOfSensor } from '../../src/contract/config/sensors';
import type { Answer, Site } from '../../src/datalogger/plant/source';
import { type Given, type ShownModel, scaleFor } from '../../src/datalogger/sources/fieldbus/sunspec/encode';
import { identity, times, valuesOf, watt } from './devices';

/** `energy`: the largest energy that its counters may show, Wh; `power` W. */
export interface MeterRange {
  readonly power: number;
  readonly energy: number;
  readonly volt: number;
}

/** A meter counts from the consumer: what is exported is negative, and its quadrants turn with it. */
export function meterModels(record: RecordOf<'contatori'>, answer: Answer, range: MeterRange): ShownModel[] {
  const { ua, ub, uc, uab, ubc, uca, ia, ib, ic, p, qac, f, e_imm, e_prel, er1, er2, er3, er4 } =
    answer.values;
  const [power, volt] = [scaleFor(range.power, 15, -1), scaleFor(range.volt, 15, -2)];
  const energy = scaleFor(range.energy, 32, 0);
  const points: Given = {
    AphA: ia ?? null,
    AphB: ib ?? null,
    AphC: ic ?? null,
    A_SF: scaleFor(range.power / range.volt, 15, -2),
    PhVphA: ua ?? null,
    PhVphB: ub ?? null,
    PhVphC: uc ?? null,
    V_SF: volt,
    PhVphAB: uab ?? null,
    PhVphBC: ubc ?? null,
    PhVphCA: uca ?? null,
    Hz: f ?? null,
    Hz_SF: -2,
    W: times(p, -1000),
    W_SF: power,
    VAR: times(qac, -1000),
    VAR_SF: power,
    VA: watt(Math.hypot(p ?? 0, qac ?? 0)),
    VA_SF: power,
    PF_SF: -2,
    TotWhExp: watt(e_imm),
    TotWhImp: watt(e_prel),
    TotWh_SF: energy,
    TotVArhExpQ3: watt(er1),
    TotVArhExpQ4: watt(er2),
    TotVArhImpQ1: watt(er3),
    TotVArhImpQ2: watt(er4),
    TotVArh_SF: energy,
    Evt: 0,
  };
  return [identity(record, record.unita), { id: 203, points }];
}

type Box = RecordOf<'box-stringhe'>;

/** Every second box has the currents of its inputs only (403); the others voltages and powers too (404). */
export const hasVoltages = ({ id }: Pick<Box, 'id'>) => id % 2 === 0;

export function boxModels(record: Box, inputs: readonly Answer[]): ShownModel[] {
  const [first] = inputs;
  const { u, tbox } = valuesOf(first);
  const sum = inputs.reduce((ampere, { values }) => ampere + (values.i ?? 0), 0);
  const box: Given = {
    DCA_SF: -1,
    DCV_SF: -1,
    DCW_SF: 1,
    DCAMax: 400,
    N: record.ingressi,
    Evt: 0,
    EvtVnd: 0,
    DCA: sum,
    DCV: u ?? null,
    Tmp: tbox === null || tbox === undefined ? null : Math.round(tbox),
    InDCA_SF: -2,
    InDCV_SF: -1,
    InDCW_SF: 0,
  };
  const byPart = new Map(inputs.map(input => [input.part, input]));
  const blocks = Array.from({ length: record.ingressi }, (_, index): Given => {
    const { values } = byPart.get(index + 1) ?? {};
    if (!values) return { InEvt: 0 };
    const { i = null, evt } = values;
    const voltage = values.u ?? null;
    const power = i === null || voltage === null ? null : i * voltage;
    return {
      InID: index + 1,
      InEvt: evt ?? 0,
      InEvtVnd: 0,
      InDCA: i,
      InDCV: voltage,
      InDCW: power,
      InN: record.stringhe_ingresso,
    };
  });
  return [identity(record, record.unita), { id: hasVoltages(record) ? 404 : 403, points: box, blocks }];
}

type Tracker = RecordOf<'trackers'>;

/** One controller for all these trackers, in the order of their instances. Those that do not answer have no values. */
export function trackerModels(
  records: readonly Tracker[],
  answers: ReadonlyMap<number, Answer>,
): ShownModel[] {
  const direction = (angle: number | null | undefined) => ({
    elevation: angle === null || angle === undefined ? null : 90 - Math.abs(angle),
    azimuth: (angle ?? 0) < 0 ? 90 : 270,
  });
  const blocks = records.map(({ id, nome }): Given => {
    const answer = answers.get(id);
    if (!answer?.isResponding) return { Id: nome };
    const [position, target] = [direction(answer.values.ang), direction(answer.values.tgt)];
    return {
      Id: nome,
      ElPos: position.elevation,
      AzPos: position.azimuth,
      ElTrgt: target.elevation,
      AzTrgt: target.azimuth,
      Ctl: answer.values.modo ?? null,
      Alm: Number(answer.state === trackerStates.fault),
    };
  });
  const [first] = records;
  return [
    identity(
      { marca: 'Girasole', modello: 'NCU', seriale: `NCU${String(first?.id ?? 0).padStart(5, '0')}` },
      first?.unita ?? 1,
    ),
    {
      id: 601,
      points: { Nam: 'NCU', Typ: 2, GlblCtl: 0, GlblAlm: 0, Dgr_SF: -2, N: records.length },
      blocks,
    },
  ];
}

type Sensor = RecordOf<'sensori'>;

/** The registers of an irradiance have no sign: by night a station gives zero. */
function measured(answer: Answer | undefined, id: number): number | null {
  const value = answer?.isResponding ? (answer.values.v ?? null) : null;
  return value !== null && id === 302 ? Math.max(0, value) : value;
}

/** The models of a weather station for these sensors; each has its place by its point and its instance. */
export function stationModels(
  records: readonly Sensor[],
  answers: ReadonlyMap<number, Answer>,
  site: Pick<Site, 'latitude' | 'longitude'>,
): ShownModel[] {
  const given = new Map<number, Record<string, number | null>[]>();
  for (const record of records) {
    const [id, name = ''] = pointOfSensor(record)?.split('.') ?? [];
    if (id === undefined) continue;
    const blocks = given.get(Number(id)) ?? [];
    const answer = answers.get(record.id);
    while (blocks.length < record.istanza) blocks.push({});
    Object.assign(blocks[record.istanza - 1] ?? {}, { [name]: measured(answer, Number(id)) });
    given.set(Number(id), blocks);
  }
  const [irradiance, modules, slope] = [302, 303, 304].map(id => given.get(id) ?? []);
  const repeated = (id: number, blocks: readonly Given[] = []): ShownModel[] =>
    blocks.length > 0 ? [{ id, points: {}, blocks }] : [];
  const { latitude, longitude } = site;
  return [
    identity({ marca: 'Soleda', modello: 'Meteo', seriale: 'METEO00001' }, records[0]?.unita ?? 1),
    ...(given.get(307) ?? []).map((points): ShownModel => ({ id: 307, points })),
    ...repeated(302, irradiance),
    ...repeated(303, modules),
    ...repeated(304, slope),
    { id: 305, points: { Lat: latitude, Long: longitude } },
    { id: 306, points: { GHI: irradiance?.[0]?.GHI ?? null } },
    {
      id: 308,
      points: {
        GHI: irradiance?.[0]?.GHI ?? null,
        TmpBOM: modules?.[0]?.TmpBOM ?? null,
        TmpAmb: given.get(307)?.[0]?.TmpAmb ?? null,
        WndSpd: given.get(307)?.[0]?.WndSpd ?? null,
      },
    },
  ];
}
