import type { ProfileDraft } from '../../../../contract/profile-draft';
import { blocksOf, pointOf, turned } from './generic';
import { sizeOf } from './numbers';
import { ofInput, quantitiesOf } from './points-of-kind';
import { mostRegisters, type Point, type Profile } from './profile';

/** Why no profile can be made: the field, and the fault. */
export interface DraftFault {
  readonly field: string;
  readonly code: 'invalid' | 'in_use' | 'too_high' | 'too_long' | 'not_allowed';
  /** With `in_use`: the register that holds it already. */
  readonly by?: string;
}

/** Blocks of one list, and inputs that one row describes: the driver reads as many as a record has. */
const [mostBlocks, mostInputs] = [16, 64] as const;
const longestKey = 36;

/** The key of a profile: maker and model in the letters that a key has. `-own` keeps it apart from the library and from what has no profile. */
export function keyOf({ marca, modello }: Pick<ProfileDraft, 'marca' | 'modello'>, isTaken: IsTaken): string {
  const plain = `${marca} ${modello}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestKey)
    .replace(/^-+|-+$/g, '');
  return plain.length < 2 || isTaken(plain) ? `${plain || 'profile'}-own` : plain;
}
type IsTaken = (key: string) => boolean;

type Register = ProfileDraft['registri'][number];
const isOfInput = ({ grandezza }: Register) => grandezza.startsWith(ofInput);
const endOf = ({ registro, dato }: Register) => registro + sizeOf[dato];

/** The first thing that is wrong with named registers; null where a profile can be made of them. */
export function faultOf({ tipo, registri }: ProfileDraft): DraftFault | null {
  const known = new Set(quantitiesOf(tipo).map(({ id }) => id));
  const seen = new Map<string, number>();
  for (const [index, register] of registri.entries()) {
    const at = (name: keyof Register) => `registri.${index}.${name}`;
    const { grandezza } = register;
    if (!known.has(grandezza)) return { field: at('grandezza'), code: 'invalid' };
    const by = seen.get(grandezza);
    if (by !== undefined) return { field: at('grandezza'), code: 'in_use', by: String(by) };
    if (endOf(register) > 65_536) return { field: at('registro'), code: 'too_high' };
    if (isOfInput(register) && register.scala_da !== null)
      return { field: at('scala_da'), code: 'not_allowed' };
    seen.set(grandezza, register.registro);
  }
  const isScattered = blocksOf(registri.filter(each => !isOfInput(each))).length > 2 * mostBlocks;
  const isTooWide = (inputsOf(registri)[0]?.step ?? 0) > mostRegisters;
  return isScattered || isTooWide ? { field: 'registri', code: 'too_long' } : null;
}

const pointsOf = (registers: readonly Register[], turns: (name: string) => boolean) =>
  Object.fromEntries(
    registers.map((register): [string, Point] => {
      const name = register.grandezza.replace(ofInput, '');
      const point = pointOf(register);
      return [name, turns(name) ? { ...point, times: -point.times } : point];
    }),
  );

/** The row of inputs: each takes as many registers as are named of the first. */
function inputsOf(registri: readonly Register[]): Profile['inputs'] {
  const own = registri.filter(isOfInput).sort((a, b) => a.registro - b.registro);
  const [first] = own;
  if (!first) return [];
  const step = Math.max(...own.map(endOf)) - first.registro;
  const most = Math.min(mostInputs, Math.floor((65_536 - first.registro) / step));
  return [{ first: 1, step, most, points: pointsOf(own, () => false) }];
}

/** The profile of registers without a fault; `day` is when a person named them. */
export function composed(draft: ProfileDraft, key: string, day: string): Profile {
  const { tipo, marca, modello, lettura, ordine, registri } = draft;
  const own = registri.filter(each => !isOfInput(each));
  const blocks = blocksOf(own);
  const addresses = registri.map(({ registro }) => registro);
  const pages = `${Math.min(...addresses)} to ${Math.max(...registri.map(endOf)) - 1}`;
  return {
    format: 1,
    key,
    maker: marca,
    series: modello,
    kind: tipo,
    sources: [{ document: 'Register viewer', version: day, pages }],
    tried: false,
    fc: lettura,
    documentOffset: 0,
    order: ordine,
    main: blocks.slice(0, mostBlocks),
    slow: blocks.slice(mostBlocks),
    points: pointsOf(own, name => tipo === 'contatori' && turned.includes(name)),
    inputs: inputsOf(registri),
    states: null,
    alarms: [],
    identity: null,
  };
}
