import { model, points, texts } from './table';

const common = model(1, [
  ...texts(16, 'Mn Md'),
  ...texts(8, 'Opt Vr'),
  ...texts(16, 'SN'),
  ...points('uint16', 'DA'),
  ...points('pad', 'Pad'),
]);

const weather = [
  model(302, [], ['repeating', points('uint16', 'GHI POAI DFI DNI OTI')]),
  model(303, [], ['temp', points('int16', 'TmpBOM', -1)]),
  model(304, [], ['incl', points('int32', 'Inclx Incly Inclz', -2)]),
  model(305, [
    ...texts(6, 'Tm'),
    ...texts(4, 'Date'),
    ...texts(20, 'Loc'),
    ...points('int32', 'Lat Long', -7),
    ...points('int32', 'Alt'),
  ]),
  model(306, points('uint16', 'GHI A V Tmp')),
  model(307, [
    ...points('int16', 'TmpAmb', -1),
    ...points('int16', 'RH Pres WndSpd WndDir Rain Snw PPT ElecFld SurWet SoilWet'),
  ]),
  model(308, [
    ...points('uint16', 'GHI'),
    ...points('int16', 'TmpBOM TmpAmb', -1),
    ...points('uint16', 'WndSpd'),
  ]),
];

const module = model(502, [
  ...points('sunssf', 'A_SF V_SF W_SF Wh_SF'),
  ...points('enum16', 'Stat StatVend'),
  ...points('bitfield32', 'Evt EvtVend'),
  ...points('enum16', 'Ctl'),
  ...points('enum32', 'CtlVend'),
  ...points('int32', 'CtlVal'),
  ...points('uint32', 'Tms'),
  ...points('int16', 'OutA', 'A_SF'),
  ...points('int16', 'OutV', 'V_SF'),
  ...points('acc32', 'OutWh', 'Wh_SF'),
  ...points('int16', 'OutPw', 'W_SF'),
  ...points('int16', 'Tmp'),
  ...points('int16', 'InA', 'A_SF'),
  ...points('int16', 'InV', 'V_SF'),
  ...points('acc32', 'InWh', 'Wh_SF'),
  ...points('int16', 'InW', 'W_SF'),
]);

const trackers = model(
  601,
  [
    ...texts(8, 'Nam'),
    ...points('enum16', 'Typ'),
    ...texts(5, 'DtLoc'),
    ...texts(3, 'TmLoc'),
    ...points('uint16', 'Day'),
    ...points('int32', 'GlblElCtl GlblAzCtl', 'Dgr_SF'),
    ...points('enum16', 'GlblCtl'),
    ...points('bitfield16', 'GlblAlm'),
    ...points('sunssf', 'Dgr_SF'),
    ...points('uint16', 'N'),
  ],
  [
    'tracker',
    [
      ...texts(8, 'Id'),
      ...points('int32', 'ElTrgt AzTrgt ElPos AzPos ElCtl AzCtl', 'Dgr_SF'),
      ...points('enum16', 'Ctl'),
      ...points('bitfield16', 'Alm'),
    ],
  ],
);

/** Identity (1), weather (302 to 308), modules (502) and trackers (601). */
export const siteModels = [common, ...weather, module, trackers];
