import { inverterStates } from '../../src/contract/codes';
import type { RecordOf } from '../../src/contract/config/kinds';
import { rawState } from '../../src/datalogger/plant/processing/sunspec-states';
import type { Answer } from '../../src/datalogger/plant/source';
import { type ShownModel, scaleFor } from '../../src/datalogger/sources/fieldbus/sunspec/encode';

export const times = (value: number | null | undefined, factor: number) =>
  value === null || value === undefined ? null : value * factor;
export const watt = (kilowatt: number | null | undefined) => times(kilowatt, 1000);

/** Headroom: multiple of the usual values that still fits. */
const reserve = 3;

/** The answer of a device, its values by point. */
export const valuesOf = (answer: Answer | undefined): Answer['values'] => answer?.values ?? {};

interface Identity {
  readonly marca: string;
  readonly modello: string;
  readonly seriale: string;
}

export const identity = ({ marca, modello, seriale }: Identity, address: number): ShownModel => ({
  id: 1,
  points: { Mn: marca, Md: modello, Vr: '1.0', SN: seriale, DA: address },
});

type Inverter = RecordOf<'inverters'>;

/** Functions that limit, as bits of 122 `StActCtl`, by their bit in 701 `ThrotSrc`: those that 122 has. */
const statusBits: Readonly<Record<number, number>> = {
  1: 0,
  2: 1,
  3: 2,
  4: 3,
  5: 5,
  6: 6,
  7: 7,
  8: 8,
  9: 9,
  10: 10,
  11: 12,
  12: 13,
  13: 14,
};

const activeControls = (limitSource: number) =>
  Object.entries(statusBits).reduce(
    (bits, [from, to]) => ((limitSource >>> Number(from)) & 1 ? bits | (1 << to) : bits),
    0,
  );

const isLimited = (limit: number | null | undefined) => (limit ?? 100) < 100;

function nameplate({ pn }: Inverter): ShownModel {
  const scale = scaleFor(reserve * pn * 1000, 15, 0);
  const scales = { WRtg_SF: scale, VARtg_SF: scale, VArRtg_SF: scale };
  return {
    id: 120,
    points: {
      DERTyp: 4,
      WRtg: pn * 1000,
      VARtg: pn * 1000,
      VArRtgQ1: pn * 500,
      VArRtgQ4: -pn * 500,
      ...scales,
    },
  };
}

const settings = ({ pn }: Inverter): ShownModel => ({
  id: 121,
  points: {
    WMax: pn * 1000,
    VAMax: pn * 1000,
    WMax_SF: scaleFor(reserve * pn * 1000, 15, 0),
    VAMax_SF: scaleFor(reserve * pn * 1000, 15, 0),
  },
});

const status = ({ values: { riso, plimsrc, etot } }: Pick<Answer, 'values'>): ShownModel => ({
  id: 122,
  points: {
    PVConn: 7,
    StorConn: 0,
    ECPConn: 1,
    ActWh: watt(etot),
    StActCtl: activeControls(plimsrc ?? 0),
    Ris: watt(riso),
    Ris_SF: 3,
  },
});

const controls = ({ values: { plim } }: Pick<Answer, 'values'>): ShownModel => ({
  id: 123,
  points: {
    Conn: 1,
    Conn_RvrtTms: 60,
    WMaxLimPct: plim ?? 100,
    WMaxLimPct_RvrtTms: 120,
    WMaxLim_Ena: Number(isLimited(plim)),
    WMaxLimPct_WinTms: 0,
    WMaxLimPct_RmpTms: 0,
    OutPFSet: 1,
    OutPFSet_Ena: 0,
    VArWMaxPct: 0,
    VArPct_Mod: 0,
    VArPct_Ena: 0,
    VArPct_WinTms: 0,
    VArPct_RvrtTms: 120,
    VArPct_RmpTms: 0,
    WMaxLimPct_SF: -2,
    OutPFSet_SF: -4,
    VArPct_SF: -2,
  },
});

const inputScales = { DCA_SF: -2, DCV_SF: -1, DCW_SF: 1 };

function inputModel(inputs: readonly Answer[]): ShownModel {
  return {
    id: 160,
    points: { ...inputScales, Evt: 0, N: inputs.length },
    blocks: inputs.map(({ part, values: { u, i, p } }) => ({
      ID: part,
      IDStr: `PV${part}`,
      DCA: i ?? null,
      DCV: u ?? null,
      DCW: watt(p),
      DCSt: 4,
      DCEvt: 0,
    })),
  };
}

/** Powers of ten for an inverter of this rated power. */
function scalesOf({ pn }: Inverter) {
  const power = scaleFor(reserve * pn * 1000, 15, 0);
  return { power, energy: 1 };
}

function main103(record: Inverter, { state, values }: Answer): ShownModel {
  const { power, energy } = scalesOf(record);
  const { pac, qac, ia, ib, ic, uab, ubc, uca, fac, pdc, udc, idc, etot, tcab, tsnk, evt } = values;
  return {
    id: 103,
    points: {
      A: (ia ?? 0) + (ib ?? 0) + (ic ?? 0),
      AphA: ia ?? null,
      AphB: ib ?? null,
      AphC: ic ?? null,
      A_SF: -1,
      PPVphAB: uab ?? null,
      PPVphBC: ubc ?? null,
      PPVphCA: uca ?? null,
      V_SF: -1,
      W: watt(pac),
      W_SF: power,
      VAr: watt(qac),
      VAr_SF: power,
      Hz: fac ?? null,
      Hz_SF: -2,
      VA: watt(Math.hypot(pac ?? 0, qac ?? 0)),
      VA_SF: power,
      // As makers do: in percent, its sign by their own rule.
      PF: 100,
      PF_SF: -2,
      WH: watt(etot),
      WH_SF: energy,
      DCA: idc ?? null,
      DCA_SF: -1,
      DCV: udc ?? null,
      DCV_SF: -1,
      DCW: watt(pdc),
      DCW_SF: power,
      TmpCab: tcab ?? null,
      TmpSnk: tsnk ?? null,
      Tmp_SF: -1,
      St: rawState(103, state),
      Evt1: (evt ?? 0) & 0xffff,
      Evt2: 0,
    },
  };
}

function main701(record: Inverter, { state, values }: Answer): ShownModel {
  const { power } = scalesOf(record);
  const { pac, qac, ia, ib, ic, uab, ubc, uca, fac, etot, tcab, tsnk, evt, plim, plimsrc } = values;
  const isOn = state === inverterStates.mppt || state === inverterStates.throttled;
  return {
    id: 701,
    points: {
      ACType: 2,
      St: Number(isOn),
      InvSt: rawState(701, state),
      ConnSt: 1,
      Alrm: (evt ?? 0) & 0x1_ffff,
      W: watt(pac),
      W_SF: power,
      Var: watt(qac),
      Var_SF: power,
      VA_SF: power,
      PF_SF: -3,
      AL1: ia ?? null,
      AL2: ib ?? null,
      AL3: ic ?? null,
      A_SF: -1,
      VL1L2: uab ?? null,
      VL2L3: ubc ?? null,
      VL3L1: uca ?? null,
      V_SF: -1,
      Hz: fac ?? null,
      Hz_SF: -2,
      TotWhInj: watt(etot),
      TotWh_SF: 0,
      TmpCab: tcab ?? null,
      TmpSnk: tsnk ?? null,
      Tmp_SF: -1,
      ThrotPct: Math.round(100 - (plim ?? 100)),
      ThrotSrc: plimsrc ?? 0,
      TotVarh_SF: 0,
    },
  };
}

const controls704 = (plim: number | null | undefined): ShownModel => ({
  id: 704,
  points: {
    WMaxLimPctEna: Number(isLimited(plim)),
    WMaxLimPct: plim ?? 100,
    WMaxLimPct_SF: -2,
    WMaxLimPctRvrt: 100,
    WMaxLimPctEnaRvrt: 0,
    WMaxLimPctRvrtTms: 120,
    WMaxLimPctRvrtRem: 0,
    VarSetEna: 0,
    VarSetMod: 0,
    VarSetPri: 1,
    VarSetPct: 0,
    VarSetPctRvrt: 0,
    VarSetEnaRvrt: 0,
    VarSetRvrtTms: 120,
    VarSetPct_SF: -2,
    PFWInjEna: 0,
    PFWInjEnaRvrt: 0,
    PFWInjRvrtTms: 120,
    'PFWInj.PF': 1,
    'PFWInj.Ext': 0,
    PF_SF: -3,
  },
});

function derModels(record: Inverter, answer: Answer, inputs: readonly Answer[]): ShownModel[] {
  const { power } = scalesOf(record);
  const { pdc, idc, plim } = answer.values;
  const rating = { WMaxRtg: record.pn * 1000, WMax: record.pn * 1000, VAMaxRtg: record.pn * 1000 };
  return [
    main701(record, answer),
    { id: 702, points: { ...rating, W_SF: scaleFor(reserve * record.pn * 1000, 16, 0), VA_SF: power } },
    controls704(plim),
    {
      id: 714,
      points: {
        PrtAlrms: 0,
        NPrt: inputs.length,
        DCA: idc ?? null,
        DCW: watt(pdc),
        ...inputScales,
        DCA_SF: -1,
        DCW_SF: power,
        DCWH_SF: 0,
      },
      blocks: inputs.map(({ part, values: { u, i, p } }) => ({
        PrtTyp: 0,
        ID: part,
        IDStr: `PV${part}`,
        DCA: i ?? null,
        DCV: u ?? null,
        DCW: watt(p),
        DCSta: 1,
        DCAlrm: 0,
      })),
    },
    status(answer),
  ];
}

/** Every fourth inverter has the models of IEEE 1547. */
export const isDer = ({ id }: Pick<Inverter, 'id'>) => id % 4 === 0;

export function inverterModels(record: Inverter, answer: Answer, inputs: readonly Answer[]): ShownModel[] {
  const first = identity(record, record.unita);
  return isDer(record)
    ? [first, ...derModels(record, answer, inputs)]
    : [
        first,
        main103(record, answer),
        nameplate(record),
        settings(record),
        status(answer),
        controls(answer),
        inputModel(inputs),
      ];
}
