import { type Lines, lineOf } from './lines';

export interface BoxSettings {
  readonly interface: string | null;
  readonly trialS: number;
  readonly lines: Lines;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what the installer set in /etc/meridiana/system.env. Throws an Error that names the setting. */
export function readBoxSettings(environment: Environment): BoxSettings {
  const read = (name: string) => environment[name]?.trim() || null;
  const line = (name: string) => {
    const text = read(name);
    return text === null ? null : inWords(name, () => lineOf(text));
  };
  const outputs = (read('OUTPUTS') ?? '').split(',').flatMap(each => each.trim() || []);
  const [mains, battery] = [line('UPS_MAINS'), line('UPS_BATTERY')];
  if (!mains !== !battery) throw new Error('UPS_MAINS and UPS_BATTERY need each other');
  if (outputs.length > 8) throw new Error('OUTPUTS has more than 8 lines');
  return {
    interface: interfaceOf(read('INTERFACE')),
    trialS: seconds(read('NETWORK_TRIAL_S') ?? '120'),
    lines: {
      outputs: outputs.map(each => inWords('OUTPUTS', () => lineOf(each))),
      contacts: mains && battery ? { mains, battery } : null,
      router: line('ROUTER'),
    },
  };
}

function inWords<T>(name: string, of: () => T): T {
  try {
    return of();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

function interfaceOf(text: string | null): string | null {
  if (text === null || /^[A-Za-z0-9][A-Za-z0-9._-]{0,14}$/.test(text)) return text;
  throw new Error(`INTERFACE ${JSON.stringify(text)} is no name of a network interface`);
}

function seconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 5) return Number(text);
  throw new Error('NETWORK_TRIAL_S must be a whole number from 5 to 9999');
}
