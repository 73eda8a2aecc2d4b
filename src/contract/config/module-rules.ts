import { type Finding, refuse, warn } from './findings';
import type { Configuration } from './kinds';
import { extentOf, type ModuleConfig } from './modules';
import type { SignalConfig } from './signals';

export function signalFindings(record: SignalConfig, id: number | null, all: Configuration): Finding[] {
  const { modulo, canale, uscita } = record;
  const own = all['moduli-io'].find(({ numero }) => numero === modulo);
  const other = all['digital-signals'].find(one => one.id !== id && uscita !== null && one.uscita === uscita);
  return [
    ...(other ? [refuse('uscita', 'in_use', other.nome)] : []),
    ...(own ? [] : [warn('modulo', 'no_module')]),
    ...(own && canale > own.canali ? [refuse('canale', 'too_high')] : []),
  ];
}

const lastAddress = 65_535;

export function moduleFindings(record: ModuleConfig, id: number | null, all: Configuration): Finding[] {
  const { numero, primo } = record;
  const other = all['moduli-io'].find(one => one.id !== id && one.numero === numero);
  return [
    ...(other ? [refuse('numero', 'in_use', other.nome)] : []),
    ...(primo + extentOf(record) - 1 > lastAddress ? [refuse('canali', 'too_high')] : []),
  ];
}
