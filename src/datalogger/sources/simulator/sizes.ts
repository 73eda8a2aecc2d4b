import type { ProtectionNorm } from './physics/protection';

export const plantSizes = ['small', 'medium', 'large', 'xl'] as const;
export type PlantSize = (typeof plantSizes)[number];

export interface SizeFacts {
  readonly name: string;
  readonly inverters: number;
  readonly inverterKw: number;
  readonly strings: number;
  readonly modulesPerString: number;
  readonly moduleWp: number;
  readonly stringsPerBox: number;
  /** 0 for a fixed plant. */
  readonly trackers: number;
  readonly trackerGroup: number;
  readonly meters: number;
  readonly sensors: number;
  readonly digitalInputs: number;
  readonly protections: number;
  readonly controllers: number;
  readonly norm: ProtectionNorm;
  /** Line voltages in V: at the inverters and at the point of delivery. */
  readonly inverterVoltage: number;
  readonly gridVoltage: number;
  /** kW of the site's load on a working day, and of the plant's own auxiliaries. */
  readonly loadKw: number;
  readonly auxiliaryKw: number;
}

/** Sources: domain brief, section 8; decisions.md, section 7. */
export const sizeFacts: Record<PlantSize, SizeFacts> = {
  small: {
    name: 'FV Cascina Bassa',
    inverters: 2,
    inverterKw: 50,
    strings: 12,
    modulesPerString: 18,
    moduleWp: 510,
    stringsPerBox: 6,
    trackers: 0,
    trackerGroup: 1,
    meters: 2,
    sensors: 3,
    digitalInputs: 8,
    protections: 1,
    controllers: 0,
    norm: 'lowVoltage',
    inverterVoltage: 400,
    gridVoltage: 400,
    loadKw: 22,
    auxiliaryKw: 0.3,
  },
  medium: {
    name: 'FV Masseria Alta',
    inverters: 10,
    inverterKw: 100,
    strings: 80,
    modulesPerString: 24,
    moduleWp: 520,
    stringsPerBox: 4,
    trackers: 20,
    trackerGroup: 10,
    meters: 3,
    sensors: 8,
    digitalInputs: 24,
    protections: 1,
    controllers: 1,
    norm: 'mediumVoltage',
    inverterVoltage: 400,
    gridVoltage: 20_000,
    loadKw: 150,
    auxiliaryKw: 3.1,
  },
  large: {
    name: 'FV Piana Grande',
    inverters: 32,
    inverterKw: 320,
    strings: 740,
    modulesPerString: 28,
    moduleWp: 580,
    stringsPerBox: 12,
    trackers: 370,
    trackerGroup: 37,
    meters: 5,
    sensors: 30,
    digitalInputs: 96,
    protections: 2,
    controllers: 1,
    norm: 'mediumVoltage',
    inverterVoltage: 800,
    gridVoltage: 20_000,
    loadKw: 60,
    auxiliaryKw: 24,
  },
  xl: {
    name: 'FV Tavoliere',
    inverters: 64,
    inverterKw: 320,
    strings: 1480,
    modulesPerString: 28,
    moduleWp: 580,
    stringsPerBox: 12,
    trackers: 740,
    trackerGroup: 37,
    meters: 8,
    sensors: 60,
    digitalInputs: 160,
    protections: 4,
    controllers: 1,
    norm: 'mediumVoltage',
    inverterVoltage: 800,
    gridVoltage: 20_000,
    loadKw: 120,
    auxiliaryKw: 48,
  },
};
