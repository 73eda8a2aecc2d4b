import { model, points, texts } from './table';

/*
 * Models that nothing is read from for the plant; they are known so that the whole map of a device can be decoded. Network (11, 12), storage (124), curves and
 * ramps of the grid rules (126 to 145).
 */

const network = [
  model(11, [
    ...points('uint16', 'Spd'),
    ...points('bitfield16', 'CfgSt'),
    ...points('enum16', 'St'),
    ...points('eui48', 'MAC'),
    ...texts(4, 'Nam'),
    ...points('bitfield16', 'Ctl'),
    ...points('uint16', 'FrcSpd'),
  ]),
  model(12, [
    ...texts(4, 'Nam'),
    ...points('enum16', 'CfgSt'),
    ...points('bitfield16', 'ChgSt Cap'),
    ...points('enum16', 'Cfg'),
    ...points('bitfield16', 'Ctl'),
    ...texts(8, 'Addr Msk Gw DNS1 DNS2'),
    ...texts(12, 'NTP1 NTP2 DomNam HostNam'),
    ...points('pad', 'Pad'),
  ]),
];

const storage = model(124, [
  ...points('uint16', 'WChaMax', 'WChaMax_SF'),
  ...points('uint16', 'WChaGra WDisChaGra', 'WChaDisChaGra_SF'),
  ...points('bitfield16', 'StorCtl_Mod'),
  ...points('uint16', 'VAChaMax', 'VAChaMax_SF'),
  ...points('uint16', 'MinRsvPct', 'MinRsvPct_SF'),
  ...points('uint16', 'ChaState', 'ChaState_SF'),
  ...points('uint16', 'StorAval', 'StorAval_SF'),
  ...points('uint16', 'InBatV', 'InBatV_SF'),
  ...points('enum16', 'ChaSt'),
  ...points('int16', 'OutWRte InWRte', 'InOutWRte_SF'),
  ...points('uint16', 'InOutWRte_WinTms InOutWRte_RvrtTms InOutWRte_RmpTms'),
  ...points('enum16', 'ChaGriSet'),
  ...points(
    'sunssf',
    'WChaMax_SF WChaDisChaGra_SF VAChaMax_SF MinRsvPct_SF ChaState_SF StorAval_SF InBatV_SF InOutWRte_SF',
  ),
]);

const curveHead = [
  ...points('uint16', 'ActCrv'),
  ...points('bitfield16', 'ModEna'),
  ...points('uint16', 'WinTms RvrtTms RmpTms NCrv NPt'),
];

/** One axis of a curve: type, name and scale factor of its values. */
type Axis = readonly ['int16' | 'uint16', string, string];

/** A curve has room for 20 points. */
const curvePoints = ([xType, x, xScale]: Axis, [yType, y, yScale]: Axis) =>
  Array.from({ length: 20 }, (_, index) => [
    ...points(xType, `${x}${index + 1}`, xScale),
    ...points(yType, `${y}${index + 1}`, yScale),
  ]).flat();

const ramps = (first: string) => [
  ...points('uint16', first),
  ...points('uint16', 'RmpDecTmm RmpIncTmm', 'RmpIncDec_SF'),
  ...points('enum16', 'ReadOnly'),
];

const volts: Axis = ['uint16', 'V', 'V_SF'];

/** Voltage or frequency against the time after which the inverter trips. */
const trip = (id: number, [type, name, scale]: Axis, last = points('pad', 'Pad')) =>
  model(
    id,
    [...curveHead, ...points('sunssf', `Tms_SF ${scale}`), ...last],
    [
      'curve',
      [
        ...points('uint16', 'ActPt'),
        ...curvePoints(['uint16', 'Tms', 'Tms_SF'], [type, name, scale]),
        ...texts(8, 'CrvNam'),
        ...points('enum16', 'ReadOnly'),
      ],
    ],
  );

const byVoltage = (id: number, quantity: string, ramp: string) =>
  model(
    id,
    [...curveHead, ...points('sunssf', 'V_SF DeptRef_SF RmpIncDec_SF')],
    [
      'curve',
      [
        ...points('uint16', 'ActPt'),
        ...points('enum16', 'DeptRef'),
        ...curvePoints(volts, ['int16', quantity, 'DeptRef_SF']),
        ...texts(8, 'CrvNam'),
        ...ramps(ramp),
      ],
    ],
  );

const curves = [
  byVoltage(126, 'VAr', 'RmpTms'),
  byVoltage(132, 'W', 'RmpPt1Tms'),
  model(
    131,
    [...curveHead, ...points('sunssf', 'W_SF PF_SF RmpIncDec_SF')],
    [
      'curve',
      [
        ...points('uint16', 'ActPt'),
        ...curvePoints(['int16', 'W', 'W_SF'], ['int16', 'PF', 'PF_SF']),
        ...texts(8, 'CrvNam'),
        ...ramps('RmpPT1Tms'),
        ...points('pad', 'Pad'),
      ],
    ],
  ),
  ...[129, 130].map(id => trip(id, volts)),
  ...[135, 136].map(id => trip(id, ['uint16', 'Hz', 'Hz_SF'])),
  ...[139, 140].map(id => trip(id, volts, points('enum16', 'CrvType'))),
];

const ramping = [
  model(127, [
    ...points('uint16', 'WGra', 'WGra_SF'),
    ...points('int16', 'HzStr HzStop', 'HzStrStop_SF'),
    ...points('bitfield16', 'HysEna ModEna'),
    ...points('uint16', 'HzStopWGra', 'RmpIncDec_SF'),
    ...points('sunssf', 'WGra_SF HzStrStop_SF RmpIncDec_SF'),
    ...points('pad', 'Pad'),
  ]),
  model(128, [
    ...points('enum16', 'ArGraMod'),
    ...points('uint16', 'ArGraSag ArGraSwell', 'ArGra_SF'),
    ...points('bitfield16', 'ModEna'),
    ...points('uint16', 'FilTms'),
    ...points('uint16', 'DbVMin DbVMax BlkZnV HysBlkZnV', 'VRefPct_SF'),
    ...points('uint16', 'BlkZnTmms HoldTmms'),
    ...points('sunssf', 'ArGra_SF VRefPct_SF'),
    ...points('pad', 'Pad'),
  ]),
  model(145, [
    ...points(
      'uint16',
      'NomRmpUpRte NomRmpDnRte EmgRmpUpRte EmgRmpDnRte ConnRmpUpRte ConnRmpDnRte AGra',
      'Rmp_SF',
    ),
    ...points('sunssf', 'Rmp_SF'),
  ]),
];

export const furtherModels = [...network, storage, ...curves, ...ramping];
