import { model, points } from './table';

const current = {
  ...{ scales: 'DCA_SF DCAhr_SF DCV_SF', count: points('count', 'N') },
  events: points('bitfield32', 'Evt EvtVnd'),
};
const advancedScales = `${current.scales} DCW_SF DCWh_SF`;
const input = [...points('uint16', 'InID'), ...points('bitfield32', 'InEvt InEvtVnd')];

/** Boxes of strings: with the currents of their inputs (401, 403), and with voltages and powers too (402, 404). */
export const stringModels = [
  model(
    401,
    [
      ...points('sunssf', current.scales),
      ...points('uint16', 'DCAMax', 'DCA_SF'),
      ...current.count,
      ...current.events,
      ...points('int16', 'DCA', 'DCA_SF'),
      ...points('uint32', 'DCAhr', 'DCAhr_SF'),
      ...points('uint16', 'DCV', 'DCV_SF'),
      ...points('int16', 'Tmp'),
    ],
    ['string', [...input, ...points('int16', 'InDCA', 'DCA_SF'), ...points('uint32', 'InDCAhr', 'DCAhr_SF')]],
  ),
  model(
    402,
    [
      ...points('sunssf', advancedScales),
      ...points('uint16', 'DCAMax'),
      ...current.count,
      ...current.events,
      ...points('int16', 'DCA', 'DCA_SF'),
      ...points('uint32', 'DCAhr', 'DCAhr_SF'),
      ...points('uint16', 'DCV', 'DCV_SF'),
      ...points('int16', 'Tmp'),
      ...points('int16', 'DCW', 'DCW_SF'),
      ...points('uint16', 'DCPR'),
      ...points('uint32', 'DCWh', 'DCWh_SF'),
    ],
    [
      'string',
      [
        ...points('uint16', 'InID'),
        ...points('bitfield32', 'InEvt EvtVnd'),
        ...points('int16', 'InDCA', 'DCA_SF'),
        ...points('uint32', 'InDCAhr', 'DCAhr_SF'),
        ...points('uint16', 'InDCV', 'DCV_SF'),
        // The official definition scales the power by the factor of the energy.
        ...points('int16', 'InDCW', 'DCWh_SF'),
        ...points('uint32', 'InDCWh'),
        ...points('uint16', 'InDCPR InN'),
      ],
    ],
  ),
  model(
    403,
    [
      ...points('sunssf', current.scales),
      ...points('uint16', 'DCAMax', 'DCA_SF'),
      ...current.count,
      ...current.events,
      ...points('int16', 'DCA', 'DCA_SF'),
      ...points('acc32', 'DCAhr', 'DCAhr_SF'),
      ...points('int16', 'DCV', 'DCV_SF'),
      ...points('int16', 'Tmp'),
      ...points('sunssf', 'InDCA_SF InDCAhr_SF'),
    ],
    [
      'string',
      [...input, ...points('int16', 'InDCA', 'InDCA_SF'), ...points('acc32', 'InDCAhr', 'InDCAhr_SF')],
    ],
  ),
  model(
    404,
    [
      ...points('sunssf', advancedScales),
      ...points('uint16', 'DCAMax', 'DCA_SF'),
      ...current.count,
      ...current.events,
      ...points('int16', 'DCA', 'DCA_SF'),
      ...points('acc32', 'DCAhr', 'DCAhr_SF'),
      ...points('int16', 'DCV', 'DCV_SF'),
      ...points('int16', 'Tmp'),
      ...points('int16', 'DCW', 'DCW_SF'),
      ...points('int16', 'DCPR'),
      ...points('acc32', 'DCWh', 'DCWh_SF'),
      ...points('sunssf', 'InDCA_SF InDCAhr_SF InDCV_SF InDCW_SF InDCWh_SF'),
    ],
    [
      'string',
      [
        ...input,
        ...points('int16', 'InDCA', 'InDCA_SF'),
        ...points('acc32', 'InDCAhr', 'InDCAhr_SF'),
        ...points('int16', 'InDCV', 'InDCV_SF'),
        ...points('int16', 'InDCW', 'InDCW_SF'),
        ...points('acc32', 'InDCWh', 'InDCWh_SF'),
        ...points('uint16', 'InDCPR InN'),
      ],
    ],
  ),
];
