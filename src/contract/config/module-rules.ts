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
    ...(uscita !== null && own?.profilo === 'sunspec' ? [refuse('uscita', 'not_allowed')] : []),
    ...lockFindings(record, all),
  ];
}

/** An interlock is of an output, and names another signal. */
function lockFindings({ modulo, canale, uscita, interblocco }: SignalConfig, all: Configuration): Finding[] {
  if (interblocco === '') return [];
  if (uscita === null) return [refuse('interblocco', 'not_allowed')];
  if (interblocco === `${modulo}.${canale}`) return [refuse('interblocco', 'invalid')];
  const isThere = all['digital-signals'].some(each => `${each.modulo}.${each.canale}` === interblocco);
  return isThere ? [] : [refuse('interblocco', 'not_found')];
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
