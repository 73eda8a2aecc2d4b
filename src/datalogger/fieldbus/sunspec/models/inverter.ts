import { model, points, texts } from './table';

const integer = [
  ...points('uint16', 'A AphA AphB AphC', 'A_SF'),
  ...points('sunssf', 'A_SF'),
  ...points('uint16', 'PPVphAB PPVphBC PPVphCA PhVphA PhVphB PhVphC', 'V_SF'),
  ...points('sunssf', 'V_SF'),
  ...points('int16', 'W', 'W_SF'),
  ...points('sunssf', 'W_SF'),
  ...points('uint16', 'Hz', 'Hz_SF'),
  ...points('sunssf', 'Hz_SF'),
  ...points('int16', 'VA', 'VA_SF'),
  ...points('sunssf', 'VA_SF'),
  ...points('int16', 'VAr', 'VAr_SF'),
  ...points('sunssf', 'VAr_SF'),
  ...points('int16', 'PF', 'PF_SF'),
  ...points('sunssf', 'PF_SF'),
  ...points('acc32', 'WH', 'WH_SF'),
  ...points('sunssf', 'WH_SF'),
  ...points('uint16', 'DCA', 'DCA_SF'),
  ...points('sunssf', 'DCA_SF'),
  ...points('uint16', 'DCV', 'DCV_SF'),
  ...points('sunssf', 'DCV_SF'),
  ...points('int16', 'DCW', 'DCW_SF'),
  ...points('sunssf', 'DCW_SF'),
  ...points('int16', 'TmpCab TmpSnk TmpTrns TmpOt', 'Tmp_SF'),
  ...points('sunssf', 'Tmp_SF'),
];

const float = points(
  'float32',
  'A AphA AphB AphC PPVphAB PPVphBC PPVphCA PhVphA PhVphB PhVphC W Hz VA VAr PF WH DCA DCV DCW TmpCab TmpSnk TmpTrns TmpOt',
);

const states = [
  ...points('enum16', 'St StVnd'),
  ...points('bitfield32', 'Evt1 Evt2 EvtVnd1 EvtVnd2 EvtVnd3 EvtVnd4'),
];

const nameplate = model(120, [
  ...points('enum16', 'DERTyp'),
  ...points('uint16', 'WRtg', 'WRtg_SF'),
  ...points('sunssf', 'WRtg_SF'),
  ...points('uint16', 'VARtg', 'VARtg_SF'),
  ...points('sunssf', 'VARtg_SF'),
  ...points('int16', 'VArRtgQ1 VArRtgQ2 VArRtgQ3 VArRtgQ4', 'VArRtg_SF'),
  ...points('sunssf', 'VArRtg_SF'),
  ...points('uint16', 'ARtg', 'ARtg_SF'),
  ...points('sunssf', 'ARtg_SF'),
  ...points('int16', 'PFRtgQ1 PFRtgQ2 PFRtgQ3 PFRtgQ4', 'PFRtg_SF'),
  ...points('sunssf', 'PFRtg_SF'),
  ...points('uint16', 'WHRtg', 'WHRtg_SF'),
  ...points('sunssf', 'WHRtg_SF'),
  ...points('uint16', 'AhrRtg', 'AhrRtg_SF'),
  ...points('sunssf', 'AhrRtg_SF'),
  ...points('uint16', 'MaxChaRte', 'MaxChaRte_SF'),
  ...points('sunssf', 'MaxChaRte_SF'),
  ...points('uint16', 'MaxDisChaRte', 'MaxDisChaRte_SF'),
  ...points('sunssf', 'MaxDisChaRte_SF'),
  ...points('pad', 'Pad'),
]);

const settings = model(121, [
  ...points('uint16', 'WMax', 'WMax_SF'),
  ...points('uint16', 'VRef', 'VRef_SF'),
  ...points('int16', 'VRefOfs', 'VRefOfs_SF'),
  ...points('uint16', 'VMax VMin', 'VMinMax_SF'),
  ...points('uint16', 'VAMax', 'VAMax_SF'),
  ...points('int16', 'VArMaxQ1 VArMaxQ2 VArMaxQ3 VArMaxQ4', 'VArMax_SF'),
  ...points('uint16', 'WGra', 'WGra_SF'),
  ...points('int16', 'PFMinQ1 PFMinQ2 PFMinQ3 PFMinQ4', 'PFMin_SF'),
  ...points('enum16', 'VArAct ClcTotVA'),
  ...points('uint16', 'MaxRmpRte', 'MaxRmpRte_SF'),
  ...points('uint16', 'ECPNomHz', 'ECPNomHz_SF'),
  ...points('enum16', 'ConnPh'),
  ...points(
    'sunssf',
    'WMax_SF VRef_SF VRefOfs_SF VMinMax_SF VAMax_SF VArMax_SF WGra_SF PFMin_SF MaxRmpRte_SF ECPNomHz_SF',
  ),
]);

const status = model(122, [
  ...points('bitfield16', 'PVConn StorConn ECPConn'),
  ...points('acc64', 'ActWh ActVAh ActVArhQ1 ActVArhQ2 ActVArhQ3 ActVArhQ4'),
  ...points('int16', 'VArAval', 'VArAval_SF'),
  ...points('sunssf', 'VArAval_SF'),
  ...points('uint16', 'WAval', 'WAval_SF'),
  ...points('sunssf', 'WAval_SF'),
  ...points('bitfield32', 'StSetLimMsk StActCtl'),
  ...texts(4, 'TmSrc'),
  ...points('uint32', 'Tms'),
  ...points('bitfield16', 'RtSt'),
  ...points('uint16', 'Ris', 'Ris_SF'),
  ...points('sunssf', 'Ris_SF'),
]);

const controls = model(123, [
  ...points('uint16', 'Conn_WinTms Conn_RvrtTms'),
  ...points('enum16', 'Conn'),
  ...points('uint16', 'WMaxLimPct', 'WMaxLimPct_SF'),
  ...points('uint16', 'WMaxLimPct_WinTms WMaxLimPct_RvrtTms WMaxLimPct_RmpTms'),
  ...points('enum16', 'WMaxLim_Ena'),
  ...points('int16', 'OutPFSet', 'OutPFSet_SF'),
  ...points('uint16', 'OutPFSet_WinTms OutPFSet_RvrtTms OutPFSet_RmpTms'),
  ...points('enum16', 'OutPFSet_Ena'),
  ...points('int16', 'VArWMaxPct VArMaxPct VArAvalPct', 'VArPct_SF'),
  ...points('uint16', 'VArPct_WinTms VArPct_RvrtTms VArPct_RmpTms'),
  ...points('enum16', 'VArPct_Mod VArPct_Ena'),
  ...points('sunssf', 'WMaxLimPct_SF OutPFSet_SF VArPct_SF'),
]);

const inputs = model(
  160,
  [
    ...points('sunssf', 'DCA_SF DCV_SF DCW_SF DCWH_SF'),
    ...points('bitfield32', 'Evt'),
    ...points('count', 'N'),
    ...points('uint16', 'TmsPer'),
  ],
  [
    'module',
    [
      ...points('uint16', 'ID'),
      ...texts(8, 'IDStr'),
      ...points('uint16', 'DCA', 'DCA_SF'),
      ...points('uint16', 'DCV', 'DCV_SF'),
      ...points('uint16', 'DCW', 'DCW_SF'),
      ...points('acc32', 'DCWH', 'DCWH_SF'),
      ...points('uint32', 'Tms'),
      ...points('int16', 'Tmp'),
      ...points('enum16', 'DCSt'),
      ...points('bitfield32', 'DCEvt'),
    ],
  ],
);

/** Inverters: one, split and three phases, as integers (101 to 103) and floats (111 to 113), what belongs to them, and their DC inputs. */
export const inverterModels = [
  ...[101, 102, 103].map(id => model(id, [...integer, ...states])),
  ...[111, 112, 113].map(id => model(id, [...float, ...states])),
  ...[nameplate, settings, status, controls, inputs],
];
