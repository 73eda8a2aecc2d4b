import { inverterStates } from '../../../contract/codes';
import type { Configuration, RecordOf } from '../../../contract/config/kinds';
import { isGood } from '../../plant/processing/rows';
import { rawState } from '../../plant/processing/sunspec-states';
import type { DeviceRows, Snapshot } from '../../plant/snapshot';
import { type Given, type ShownModel, scaleFor } from '../../sources/fieldbus/sunspec/encode';

/*
 * The plant and its devices as SunSpec units. Which unit and models a device has, and their powers of ten, depend on the configuration
 * alone: what is not measured now is absent, and no register moves.
 */

export interface ShownUnit {
  readonly unit: number;
  readonly name: string;
  readonly models: readonly ShownModel[];
}

/** What is shown besides the values. */
export interface ShownPlant {
  readonly name: string;
  readonly serial: string;
  readonly version: string;
  readonly configuration: Configuration;
}

/** The plant; inverters at 10 + id, meters at 200 + id. */
export const plantUnit = 1;
const firstOf = { inverter: 10, contatori: 200 } as const;
const lastOf = { inverter: 200, contatori: 247 } as const;

type Values = Readonly<Record<string, number | null>>;

/** The values of a device that answers; else none. */
function valuesOf(rows: DeviceRows, id: number, t: number): Values {
  const row = rows.id.indexOf(id);
  if (row < 0 || !isGood(rows, row, t)) return {};
  return Object.fromEntries(Object.entries(rows.values).map(([name, column]) => [name, column[row] ?? null]));
}

const thousand = (value: number | null | undefined) =>
  value === null || value === undefined ? null : value * 1000;
const minus = (value: number | null) => (value === null ? null : -value);
const given = (value: number | null | undefined) => value ?? null;

/** Powers of ten with which three times a power, kW, and its energy of 25 years fit. */
function scalesOf(kw: number) {
  const most = 3000 * Math.max(kw, 1);
  return { power: scaleFor(most, 15, 0), energy: scaleFor((most / 3) * 8760 * 25, 32, 0) };
}

const identity = (
  maker: string,
  model: string,
  version: string,
  serial: string,
  unit: number,
): ShownModel => ({
  id: 1,
  points: { Mn: maker, Md: model, Vr: version, SN: serial, DA: unit },
});

const apparent = ({ pac, qac, sac }: Values) =>
  sac ?? (typeof pac === 'number' && typeof qac === 'number' ? Math.hypot(pac, qac) : null);

function inverterPoints(values: Values, kw: number, state: number | null): Given {
  const { power, energy } = scalesOf(kw);
  const { pac, qac, ia, ib, ic, uab, ubc, uca, fac, pdc, udc, idc, etot, tcab, tsnk, evt } = values;
  const sum = [ia, ib, ic].every(each => typeof each === 'number') ? (ia ?? 0) + (ib ?? 0) + (ic ?? 0) : null;
  return {
    A: sum,
    AphA: given(ia),
    AphB: given(ib),
    AphC: given(ic),
    A_SF: -1,
    PPVphAB: given(uab),
    PPVphBC: given(ubc),
    PPVphCA: given(uca),
    V_SF: -1,
    Hz: given(fac),
    Hz_SF: -2,
    W: thousand(pac),
    W_SF: power,
    VAr: thousand(qac),
    VAr_SF: power,
    VA: thousand(apparent(values)),
    VA_SF: power,
    PF_SF: -2,
    WH: thousand(etot),
    WH_SF: energy,
    DCA: given(idc),
    DCA_SF: -1,
    DCV: given(udc),
    DCV_SF: -1,
    DCW: thousand(pdc),
    DCW_SF: power,
    TmpCab: given(tcab),
    TmpSnk: given(tsnk),
    Tmp_SF: -1,
    St: state,
    Evt1: typeof evt === 'number' ? evt & 0xffff : null,
  };
}

function meterPoints(values: Values, kw: number, volt: number): Given {
  const { power, energy } = scalesOf(kw);
  const { ua, ub, uc, uab, ubc, uca, ia, ib, ic, p, qac, s, f, e_imm, e_prel, er1, er2, er3, er4 } = values;
  const volts = scaleFor(2 * volt, 15, -2);
  return {
    AphA: given(ia),
    AphB: given(ib),
    AphC: given(ic),
    A_SF: scaleFor((3000 * kw) / Math.max(volt, 100), 15, -2),
    PhVphA: given(ua),
    PhVphB: given(ub),
    PhVphC: given(uc),
    V_SF: volts,
    PhVphAB: given(uab),
    PhVphBC: given(ubc),
    PhVphCA: given(uca),
    Hz: given(f),
    Hz_SF: -2,
    W: minus(thousand(p)),
    W_SF: power,
    VAR: minus(thousand(qac)),
    VAR_SF: power,
    VA: thousand(s),
    VA_SF: power,
    PF_SF: -2,
    TotWhExp: thousand(e_imm),
    TotWhImp: thousand(e_prel),
    TotWh_SF: energy,
    TotVArhExpQ3: thousand(er1),
    TotVArhExpQ4: thousand(er2),
    TotVArhImpQ1: thousand(er3),
    TotVArhImpQ2: thousand(er4),
    TotVArh_SF: energy,
    Evt: 0,
  };
}

/** Whether the plant produces, as a state; null while that is not known. */
function plantState({ pac, inverter_attivi }: Values): number | null {
  if (typeof pac !== 'number') return null;
  return pac > 0 || (inverter_attivi ?? 0) > 0 ? inverterStates.mppt : inverterStates.standby;
}

/** What the plant gives as a whole, as an inverter; the frequency is that of the exchange meter. */
function plantModels(values: Values, meter: Values, kw: number): ShownModel[] {
  const { power } = scalesOf(kw);
  const { pac, qac, etot } = values;
  const state = plantState(values);
  const raw = (model: 103 | 701) => (state === null ? null : rawState(model, state));
  const shown = { pac: given(pac), qac: given(qac), etot: given(etot), fac: given(meter.f) };
  const scales = { W_SF: power, Var_SF: power, VA_SF: power, Hz_SF: -2, TotWh_SF: 0, PF_SF: -3 };
  return [
    { id: 103, points: inverterPoints(shown, kw, raw(103)) },
    {
      id: 701,
      points: {
        ACType: 2,
        St: state === null ? null : Number(state === inverterStates.mppt),
        InvSt: raw(701),
        W: thousand(pac),
        Var: thousand(qac),
        VA: thousand(apparent(values)),
        Hz: shown.fac,
        TotWhInj: thousand(etot),
        ...scales,
        A_SF: -1,
        V_SF: -1,
        Tmp_SF: -1,
      },
    },
  ];
}

const exchangeOf = ({ contatori }: Configuration) =>
  contatori.find(({ ruolo, abilitato }) => ruolo === 'scambio' && abilitato) ?? null;

/** Rated power of all inverters, kW. */
const ratedKw = ({ inverters }: Configuration) => inverters.reduce((sum, { pn }) => sum + pn, 0);

const voltOf = ({ tv_primario }: RecordOf<'contatori'>) => Math.max(400, tv_primario);

/** Every unit of the plant at this moment. */
export function shownUnits({ t, groups }: Snapshot, plant: ShownPlant): ShownUnit[] {
  const { name, serial, version, configuration } = plant;
  const kw = ratedKw(configuration);
  const exchange = exchangeOf(configuration);
  const atExchange = exchange ? valuesOf(groups.contatori, exchange.id, t) : {};
  const [row] = groups.impianto.id;
  const whole = row === undefined ? {} : valuesOf(groups.impianto, row, t);
  const own = identity('Meridiana', name.slice(0, 32), version, serial, plantUnit);
  const meter = exchange ? [{ id: 203, points: meterPoints(atExchange, kw, voltOf(exchange)) }] : [];
  return [
    { unit: plantUnit, name, models: [own, ...plantModels(whole, atExchange, kw), ...meter] },
    ...configuration.inverters.flatMap(record => {
      const unit = firstOf.inverter + record.id;
      if (!record.abilitato || unit > lastOf.inverter) return [];
      const { marca, modello, firmware, seriale } = record;
      const index = groups.inverter.id.indexOf(record.id);
      const values = valuesOf(groups.inverter, record.id, t);
      const state = values.pac === undefined ? null : rawState(103, groups.inverter.stato[index] ?? 0);
      const first = identity(marca, modello, firmware, seriale, unit);
      return [
        {
          unit,
          name: record.nome,
          models: [first, { id: 103, points: inverterPoints(values, record.pn, state) }],
        },
      ];
    }),
    ...configuration.contatori.flatMap(record => {
      const unit = firstOf.contatori + record.id;
      if (!record.abilitato || unit > lastOf.contatori) return [];
      const { marca, modello, firmware, seriale } = record;
      const values = valuesOf(groups.contatori, record.id, t);
      const first = identity(marca, modello, firmware, seriale, unit);
      return [
        {
          unit,
          name: record.nome,
          models: [first, { id: 203, points: meterPoints(values, kw, voltOf(record)) }],
        },
      ];
    }),
  ];
}
