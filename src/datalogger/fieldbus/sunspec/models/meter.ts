import { model, points } from './table';

/** A sum and its share of each phase. */
const phases = (name: string, phase: string) =>
  [name, ...['A', 'B', 'C'].map(each => `${name}${phase}${each}`)].join(' ');

const voltages = 'PhV PhVphA PhVphB PhVphC PPV';
/** The models write the line voltages in two ways. */
const between = { short: 'PhVphAB PhVphBC PhVphCA', long: 'PPVphAB PPVphBC PPVphCA' };
const energies = ['TotWhExp', 'TotWhImp'];
const apparent = ['TotVAhExp', 'TotVAhImp'];
const reactive = ['TotVArhImpQ1', 'TotVArhImpQ2', 'TotVArhExpQ3', 'TotVArhExpQ4'];

const integer = (lines: string) => [
  ...points('int16', phases('A', 'ph'), 'A_SF'),
  ...points('sunssf', 'A_SF'),
  ...points('int16', `${voltages} ${lines}`, 'V_SF'),
  ...points('sunssf', 'V_SF'),
  ...points('int16', 'Hz', 'Hz_SF'),
  ...points('sunssf', 'Hz_SF'),
  ...['W', 'VA', 'VAR', 'PF'].flatMap(name => [
    ...points('int16', phases(name, 'ph'), `${name}_SF`),
    ...points('sunssf', `${name}_SF`),
  ]),
  ...energies.flatMap(name => points('acc32', phases(name, 'Ph'), 'TotWh_SF')),
  ...points('sunssf', 'TotWh_SF'),
  ...apparent.flatMap(name => points('acc32', phases(name, 'Ph'), 'TotVAh_SF')),
  ...points('sunssf', 'TotVAh_SF'),
  ...reactive.flatMap(name => points('acc32', phases(name, 'Ph'), 'TotVArh_SF')),
  ...points('sunssf', 'TotVArh_SF'),
  ...points('bitfield32', 'Evt'),
];

const float = [
  ...points('float32', phases('A', 'ph')),
  ...points('float32', `${voltages} ${between.long}`),
  ...points('float32', 'Hz'),
  ...['W', 'VA', 'VAR', 'PF'].flatMap(name => points('float32', phases(name, 'ph'))),
  ...[...energies, ...apparent].flatMap(name => points('float32', phases(name, 'Ph'))),
  ...reactive.flatMap(name => points('float32', phases(name, 'ph'))),
  ...points('bitfield32', 'Evt'),
];

/** Meters: one phase, split phase, three phases with and without neutral, as integers (201 to 204) and floats (211 to 214). */
export const meterModels = [
  model(201, integer(between.long)),
  ...[202, 203, 204].map(id => model(id, integer(between.short))),
  ...[211, 212, 213, 214].map(id => model(id, float)),
];
