/** Units as people write them, and the points that the models give in them. A name means the same in every model. */
const names: Readonly<Record<string, string>> = {
  A: 'A AL1 AL2 AL3 AMax AMaxRtg ARtg AphA AphB AphC DCA DCAMax InDCA',
  V: `DCV InDCV LLV LNV PPV PPVphAB PPVphBC PPVphCA PhV PhVphA PhVphAB PhVphB PhVphBC PhVphC PhVphCA VL1 VL1L2 VL2 VL2L3 VL3 VL3L1
    VMax VMaxRtg VMin VMinRtg VNom VNomRtg VRef VRefOfs`,
  Hz: 'ECPNomHz Hz',
  W: `DCW InDCW W WL1 WL2 WL3 WMax WMaxOvrExt WMaxRtg WMaxUndExt WOvrExtRtg WRtg WSet WSetRvrt WUndExtRtg WphA WphB WphC MaxChaRte
    MaxDisChaRte`,
  VA: 'VA VAL1 VAL2 VAL3 VAMax VAMaxRtg VARtg VAphA VAphB VAphC',
  var: `VAR VARphA VARphB VARphC VAr VArAval VArMaxQ1 VArMaxQ2 VArMaxQ3 VArMaxQ4 VArRtgQ1 VArRtgQ2 VArRtgQ3 VArRtgQ4 Var VarL1 VarL2
    VarL3 VarMaxAbs VarMaxAbsRtg VarMaxInj VarMaxInjRtg VarSet VarSetRvrt`,
  Wh: `ActWh DCWH DCWh DCWhAbs DCWhInj InDCWh TotWhAbs TotWhAbsL1 TotWhAbsL2 TotWhAbsL3 TotWhExp TotWhExpPhA TotWhExpPhB TotWhExpPhC
    TotWhImp TotWhImpPhA TotWhImpPhB TotWhImpPhC TotWhInj TotWhInjL1 TotWhInjL2 TotWhInjL3 WH WHRtg`,
  VAh: `ActVAh TotVAhExp TotVAhExpPhA TotVAhExpPhB TotVAhExpPhC TotVAhImp TotVAhImpPhA TotVAhImpPhB TotVAhImpPhC`,
  varh: `ActVArhQ1 ActVArhQ2 ActVArhQ3 ActVArhQ4 TotVArhExpQ3 TotVArhExpQ4 TotVArhImpQ1 TotVArhImpQ2 TotVarhAbs TotVarhInj`,
  Ah: 'AhrRtg DCAhr InDCAhr',
  '%': `DCPR InDCPR MaxRmpRte RH ThrotPct VArAvalPct VArMaxPct VArWMaxPct VarSetPct VarSetPctRvrt WMaxLimPct WMaxLimPctRvrt WSetPct
    WSetPctRvrt`,
  'W/m²': 'DFI DNI GHI OTI POAI',
  '°C': 'Tmp TmpAmb TmpBOM TmpCab TmpOt TmpSnk TmpSw TmpTrns',
  '°': 'AzCtl AzPos AzTrgt ElCtl ElPos ElTrgt GlblAzCtl GlblElCtl Inclx Incly Inclz Lat Long WndDir',
  s: `Conn_RvrtTms Conn_WinTms OutPFSet_RmpTms OutPFSet_RvrtTms OutPFSet_WinTms Tms VArPct_RmpTms VArPct_RvrtTms VArPct_WinTms
    VarSetRvrtRem VarSetRvrtTms WMaxLimPctRvrtRem WMaxLimPctRvrtTms WMaxLimPct_RmpTms WMaxLimPct_RvrtTms WMaxLimPct_WinTms`,
  Ω: 'Ris',
  hPa: 'Pres',
  'm/s': 'WndSpd',
  mm: 'Rain Snw',
};

const units: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([unit, points]) => points.split(/\s+/).map(point => [point, unit] as const)),
);

/** The unit of a point; empty where it has none. */
export const unitOf = (point: string): string => units.get(point) ?? '';
