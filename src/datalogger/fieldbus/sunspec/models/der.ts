import { model, points, texts } from './table';

const reactive = ['TotVarhInj', 'TotVarhAbs'];

/** What 701 says of one phase; `next` is the phase that its line voltage goes to. */
const phase = (own: number, next: number) => [
  ...points('int16', `WL${own}`, 'W_SF'),
  ...points('int16', `VAL${own}`, 'VA_SF'),
  ...points('int16', `VarL${own}`, 'Var_SF'),
  ...points('int16', `PFL${own}`, 'PF_SF'),
  ...points('int16', `AL${own}`, 'A_SF'),
  ...points('uint16', `VL${own}L${next} VL${own}`, 'V_SF'),
  ...points('uint64', `TotWhInjL${own} TotWhAbsL${own}`, 'TotWh_SF'),
  ...points('uint64', reactive.map(name => `${name}L${own}`).join(' '), 'TotVarh_SF'),
];

const measurements = model(701, [
  ...points('enum16', 'ACType St InvSt ConnSt'),
  ...points('bitfield32', 'Alrm DERMode'),
  ...points('int16', 'W', 'W_SF'),
  ...points('int16', 'VA', 'VA_SF'),
  ...points('int16', 'Var', 'Var_SF'),
  ...points('int16', 'PF', 'PF_SF'),
  ...points('int16', 'A', 'A_SF'),
  ...points('uint16', 'LLV LNV', 'V_SF'),
  ...points('uint32', 'Hz', 'Hz_SF'),
  ...points('uint64', 'TotWhInj TotWhAbs', 'TotWh_SF'),
  ...points('uint64', reactive.join(' '), 'TotVarh_SF'),
  ...points('int16', 'TmpAmb TmpCab TmpSnk TmpTrns TmpSw TmpOt', 'Tmp_SF'),
  ...phase(1, 2),
  ...phase(2, 3),
  ...phase(3, 1),
  ...points('uint16', 'ThrotPct'),
  ...points('bitfield32', 'ThrotSrc'),
  ...points('sunssf', 'A_SF V_SF Hz_SF W_SF PF_SF VA_SF Var_SF TotWh_SF TotVarh_SF Tmp_SF'),
  ...texts(32, 'MnAlrmInfo'),
]);

const capacity = model(702, [
  ...points('uint16', 'WMaxRtg WOvrExtRtg', 'W_SF'),
  ...points('uint16', 'WOvrExtRtgPF', 'PF_SF'),
  ...points('uint16', 'WUndExtRtg', 'W_SF'),
  ...points('uint16', 'WUndExtRtgPF', 'PF_SF'),
  ...points('uint16', 'VAMaxRtg', 'VA_SF'),
  ...points('uint16', 'VarMaxInjRtg VarMaxAbsRtg', 'Var_SF'),
  ...points('uint16', 'WChaRteMaxRtg WDisChaRteMaxRtg', 'W_SF'),
  ...points('uint16', 'VAChaRteMaxRtg VADisChaRteMaxRtg', 'VA_SF'),
  ...points('uint16', 'VNomRtg VMaxRtg VMinRtg', 'V_SF'),
  ...points('uint16', 'AMaxRtg', 'A_SF'),
  ...points('uint16', 'PFOvrExtRtg PFUndExtRtg', 'PF_SF'),
  ...points('uint16', 'ReactSusceptRtg', 'S_SF'),
  ...points('enum16', 'NorOpCatRtg AbnOpCatRtg'),
  ...points('bitfield32', 'CtrlModes'),
  ...points('bitfield16', 'IntIslandCatRtg'),
  ...points('uint16', 'WMax WMaxOvrExt', 'W_SF'),
  ...points('uint16', 'WOvrExtPF', 'PF_SF'),
  ...points('uint16', 'WMaxUndExt', 'W_SF'),
  ...points('uint16', 'WUndExtPF', 'PF_SF'),
  ...points('uint16', 'VAMax', 'VA_SF'),
  ...points('uint16', 'VarMaxInj VarMaxAbs', 'Var_SF'),
  ...points('uint16', 'WChaRteMax WDisChaRteMax', 'W_SF'),
  ...points('uint16', 'VAChaRteMax VADisChaRteMax', 'VA_SF'),
  ...points('uint16', 'VNom VMax VMin', 'V_SF'),
  ...points('uint16', 'AMax', 'A_SF'),
  ...points('uint16', 'PFOvrExt PFUndExt', 'PF_SF'),
  ...points('bitfield16', 'IntIslandCat'),
  ...points('sunssf', 'W_SF PF_SF VA_SF Var_SF V_SF A_SF S_SF'),
]);

const enterService = model(703, [
  ...points('enum16', 'ES'),
  ...points('uint16', 'ESVHi ESVLo', 'V_SF'),
  ...points('uint32', 'ESHzHi ESHzLo', 'Hz_SF'),
  ...points('uint32', 'ESDlyTms ESRndTms ESRmpTms ESDlyRemTms'),
  ...points('sunssf', 'V_SF Hz_SF'),
]);

const controls = model(704, [
  ...['PFWInj', 'PFWAbs'].flatMap(name => [
    ...points('enum16', `${name}Ena ${name}EnaRvrt`),
    ...points('uint32', `${name}RvrtTms ${name}RvrtRem`),
  ]),
  ...points('enum16', 'WMaxLimPctEna'),
  ...points('uint16', 'WMaxLimPct WMaxLimPctRvrt', 'WMaxLimPct_SF'),
  ...points('enum16', 'WMaxLimPctEnaRvrt'),
  ...points('uint32', 'WMaxLimPctRvrtTms WMaxLimPctRvrtRem'),
  ...points('enum16', 'WSetEna WSetMod'),
  ...points('int32', 'WSet WSetRvrt', 'WSet_SF'),
  ...points('int16', 'WSetPct WSetPctRvrt', 'WSetPct_SF'),
  ...points('enum16', 'WSetEnaRvrt'),
  ...points('uint32', 'WSetRvrtTms WSetRvrtRem'),
  ...points('enum16', 'VarSetEna VarSetMod VarSetPri'),
  ...points('int32', 'VarSet VarSetRvrt', 'VarSet_SF'),
  ...points('int16', 'VarSetPct VarSetPctRvrt', 'VarSetPct_SF'),
  ...points('enum16', 'VarSetEnaRvrt'),
  ...points('uint32', 'VarSetRvrtTms VarSetRvrtRem'),
  ...points('uint16', 'WRmp'),
  ...points('enum16', 'WRmpRef'),
  ...points('uint16', 'VarRmp'),
  ...points('enum16', 'AntiIslEna'),
  ...points('sunssf', 'PF_SF WMaxLimPct_SF WSet_SF WSetPct_SF VarSet_SF VarSetPct_SF'),
  // Groups that do not repeat: their points bear the group's name.
  ...['PFWInj', 'PFWInjRvrt', 'PFWAbs', 'PFWAbsRvrt'].flatMap(group => [
    ...points('uint16', `${group}.PF`, 'PF_SF'),
    ...points('enum16', `${group}.Ext`),
  ]),
]);

const ports = model(
  714,
  [
    ...points('bitfield32', 'PrtAlrms'),
    ...points('uint16', 'NPrt'),
    ...points('int16', 'DCA', 'DCA_SF'),
    ...points('int16', 'DCW', 'DCW_SF'),
    ...points('uint64', 'DCWhInj DCWhAbs', 'DCWH_SF'),
    ...points('sunssf', 'DCA_SF DCV_SF DCW_SF DCWH_SF Tmp_SF'),
  ],
  [
    'Prt',
    [
      ...points('enum16', 'PrtTyp'),
      ...points('uint16', 'ID'),
      ...texts(8, 'IDStr'),
      ...points('int16', 'DCA', 'DCA_SF'),
      ...points('uint16', 'DCV', 'DCV_SF'),
      ...points('int16', 'DCW', 'DCW_SF'),
      ...points('uint64', 'DCWhInj DCWhAbs', 'DCWH_SF'),
      ...points('int16', 'Tmp', 'Tmp_SF'),
      ...points('enum16', 'DCSta'),
      ...points('bitfield32', 'DCAlrm'),
    ],
  ],
);

/** Distributed energy resources (IEEE 1547): measurements (701), capacity, entering service, controls (704) and DC ports (714). */
export const derModels = [measurements, capacity, enterService, controls, ports];
