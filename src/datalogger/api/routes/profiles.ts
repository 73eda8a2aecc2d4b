import { isNamedSo } from '../../../contract/bus';
import { measuredKinds, type ProfiledKind, profiledKinds } from '../../../contract/config/profiles';
import type { ProfileDraft } from '../../../contract/profile-draft';
import {
  mostProfiles,
  type ProfileCheck,
  type ProfileReadBody,
  type ProfileSummary,
} from '../../../contract/profiles';
import type { Clock } from '../../core/time/clock';
import type { Plant } from '../../plant/processing/plant';
import { composed, faultOf, keyOf } from '../../sources/fieldbus/profiles/composed';
import { lookAt, type ReadRegisters, reportCount } from '../../sources/fieldbus/profiles/described';
import { spansInFile } from '../../sources/fieldbus/profiles/dump-file';
import { library } from '../../sources/fieldbus/profiles/library';
import { instanceOf } from '../../sources/fieldbus/profiles/one-instance';
import { ownProfiles } from '../../sources/fieldbus/profiles/own';
import { quantitiesOf } from '../../sources/fieldbus/profiles/points-of-kind';
import type { Profile } from '../../sources/fieldbus/profiles/profile';
import { type FileFault, readProfileFile } from '../../sources/fieldbus/profiles/read-file';
import { changesBetween, type Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { fingerprintOf } from '../../storage/config/profile-texts';
import { ownText } from '../../storage/config/setting-records';
import { type Caller, type Handlers, notFound, ProblemError } from '../http/handler';
import { type Configured, requireBackupRoom } from '../support/backup-room';
import type { Trials } from '../support/trials';

type ProfileKeys = Extract<
  keyof Handlers,
  `${string} bus/profili${string}` | `GET bus/scelte/${string}` | 'GET bus/grandezze'
>;

interface Deps {
  readonly config: Configured & Pick<ConfigDatabase, 'atomically'>;
  readonly plant: Pick<Plant, 'bus'>;
  readonly record: Recorder;
  readonly clock: Pick<Clock, 'now'>;
  /** Limits reads of devices. */
  readonly probes: Trials;
  /** Gives the running plant its new configuration. */
  readonly apply: () => void;
}

/** Profiles of devices: what there is, and what administrators bring and take away. */
export function profileHandlers(deps: Deps): Pick<Handlers, ProfileKeys> {
  const { profiles } = deps.config;
  const own = ownProfiles(() => profiles.read().value);
  const all = () => new Map([...library, ...own()]);
  const summary = (profile: Profile) => summaryOf(profile, deps.config.devices, own());
  const choices = (kind: ProfiledKind) => () => choicesOf(kind, [...all().values()]);
  return {
    'GET bus/profili': () => {
      const brought = own();
      const each = sorted([...new Map([...library, ...brought]).values()]);
      return { profili: each.map(profile => summaryOf(profile, deps.config.devices, brought)) };
    },
    'GET bus/profili/:chiave': ({ params }) => {
      const text = ownText(profiles.read().value, params.chiave);
      const known = library.get(params.chiave);
      if (text === undefined && !known) throw notFound();
      return text ?? `${JSON.stringify(known, null, 2)}\n`;
    },
    'POST bus/profili/esame': ({ body }) => checkOf(body.testo, summary),
    'GET bus/grandezze': () => measuredKinds.flatMap(quantitiesOf),
    'POST bus/profili/lettura': ({ body, caller }) => {
      const known = body.chiave === undefined ? null : all().get(body.chiave);
      if (known === undefined) throw notFound();
      return look(deps, known ?? profileOf(textOf(body, deps.clock)), body, caller);
    },
    'POST bus/profili': ({ body, caller }) => {
      const profile = keep(deps, textOf(body, deps.clock), caller);
      deps.apply();
      return summary(profile);
    },
    'DELETE bus/profili/:chiave': ({ params, caller }) => {
      remove(deps, params.chiave, caller);
      deps.apply();
    },
    'GET bus/scelte/inverters': choices('inverters'),
    'GET bus/scelte/contatori': choices('contatori'),
    'GET bus/scelte/sensori': choices('sensori'),
    'GET bus/scelte/box-stringhe': choices('box-stringhe'),
    'GET bus/scelte/moduli-io': choices('moduli-io'),
    'GET bus/scelte/trackers': choices('trackers'),
    'GET bus/scelte/protezioni-interfaccia': choices('protezioni-interfaccia'),
    'GET bus/scelte/cci': choices('cci'),
  };
}

const nameOf = ({ maker, series }: Profile) => `${maker} ${series}`;
const sorted = (profiles: readonly Profile[]) =>
  [...profiles].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }));

/** Whether records of a kind may name their registers themselves. */
const hasOwnRegisters = (kind: ProfiledKind) =>
  kind === 'contatori' || kind === 'sensori' || kind === 'box-stringhe';

function choicesOf(kind: ProfiledKind, profiles: readonly Profile[]) {
  const unnamed = ['sunspec', ...(hasOwnRegisters(kind) ? ['generico'] : [])].map(id => ({ id, nome: id }));
  const named = sorted(profiles.filter(profile => profile.kind === kind));
  return [...unnamed, ...named.map(profile => ({ id: profile.key, nome: nameOf(profile) }))];
}

/** Names of the devices that are configured with a profile. */
function usersOf(devices: ConfigDatabase['devices'], key: string): string[] {
  const all = devices.all();
  return profiledKinds.flatMap(kind =>
    all[kind].flatMap(({ profilo, nome }) => (profilo === key ? [nome] : [])),
  );
}

function summaryOf(
  profile: Profile,
  devices: ConfigDatabase['devices'],
  own: ReadonlyMap<string, Profile>,
): ProfileSummary {
  const { key, maker, series, kind, tried, points, inputs, sources } = profile;
  return {
    chiave: key,
    marca: maker,
    serie: series,
    tipo: kind,
    propria: own.has(key),
    provata: tried,
    punti: Object.keys(points),
    ingressi: [...new Set(inputs.flatMap(row => Object.keys(row.points)))],
    segnalazioni: reportCount(profile),
    fonti: sources.map(({ document, version, pages }) =>
      [document, version, pages].filter(part => part !== '').join(', '),
    ),
    usata_da: usersOf(devices, key),
  };
}

function checkOf(text: string, summary: (profile: Profile) => ProfileSummary): ProfileCheck {
  const read = readProfileFile(text);
  return read.kind === 'profile'
    ? { profilo: summary(read.profile), errori: [] }
    : { profilo: null, errori: read.faults.map(({ line, reason }) => ({ riga: line, motivo: reason })) };
}

/** The profile of a text; 422 with the line of its first fault. */
function profileOf(text: string): Profile {
  const read = readProfileFile(text);
  if (read.kind === 'profile') return read.profile;
  const { line, reason }: FileFault = read.faults[0] ?? { line: 1, reason: '' };
  throw new ProblemError(422, 'invalid', `Line ${line}: ${reason}`, { campo: 'testo', da: String(line) });
}

const objectOf = (key: string) => `bus/profili/${key}`;
/** Names that devices without a profile have. */
const taken: readonly string[] = ['sunspec', 'generico'];

function keep({ config, record }: Deps, text: string, caller: Caller): Profile {
  const profile = profileOf(text);
  const { key, kind } = profile;
  return config.atomically(() => {
    const texts = config.profiles.read().value;
    const before = ownText(texts, key);
    if (taken.includes(key)) throw new ProblemError(422, 'not_allowed', 'No such key.', { campo: 'testo' });
    if (before === undefined && Object.keys(texts).length >= mostProfiles)
      throw new ProblemError(409, 'conflict', `At most ${mostProfiles} profiles are kept.`);
    const all = config.devices.all();
    const other = profiledKinds.find(
      each => each !== kind && all[each].some(({ profilo }) => profilo === key),
    );
    const [user] = other === undefined ? [] : usersOf(config.devices, key);
    if (user !== undefined) throw new ProblemError(409, 'in_use', 'A device of another kind.', { da: user });
    config.profiles.write({ ...texts, [key]: text }, null);
    requireBackupRoom(config);
    const said = (each: string) => `${nameOf(profile)} (${fingerprintOf(each)})`;
    const changes = { profilo: [before === undefined ? null : said(before), said(text)] } as const;
    record(caller, before === undefined ? 'config.create' : 'config.change', objectOf(key), { changes });
    return profile;
  });
}

function remove({ config, record }: Deps, key: string, caller: Caller): void {
  config.atomically(() => {
    const texts = config.profiles.read().value;
    const text = ownText(texts, key);
    if (text === undefined) throw notFound();
    const [user] = usersOf(config.devices, key);
    if (user !== undefined) throw new ProblemError(409, 'in_use', 'A device uses it.', { da: user });
    const { [key]: _, ...rest } = texts;
    config.profiles.write(rest, null);
    record(caller, 'config.delete', objectOf(key), {
      changes: { profilo: [fingerprintOf(text), null] },
    });
  });
}

type Brought = Pick<ProfileReadBody, 'testo' | 'bozza'>;

/** The file as it was brought, or made of named registers; 422 with the field of the first fault. */
function textOf({ testo, bozza }: Brought, clock: Deps['clock']): string {
  if (!bozza === (testo === undefined))
    throw new ProblemError(422, bozza ? 'not_allowed' : 'required', 'A file or a draft.', { campo: 'testo' });
  return bozza ? draftText(bozza, clock) : (testo ?? '');
}

function draftText(draft: ProfileDraft, clock: Deps['clock']): string {
  const fault = faultOf(draft);
  if (fault) {
    const { field, code, by } = fault;
    const details = { campo: `bozza.${field}`, ...(by === undefined ? {} : { da: by }) };
    throw new ProblemError(422, code, 'Not what registers hold.', details);
  }
  const key = keyOf(draft, each => taken.includes(each) || library.has(each));
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return `${JSON.stringify(composed(draft, key, day), null, 2)}\n`;
}

/** Reads what a profile names, once: of a device on a line, or of a dump. */
function look(deps: Deps, brought: Profile, body: ProfileReadBody, caller: Caller) {
  const { ingressi, istanza, linea, registri, file } = body;
  const most = brought.instances?.most ?? 1;
  const profile = istanza > most ? null : instanceOf(brought, istanza);
  if (!profile)
    throw new ProblemError(422, 'too_high', 'No such instance.', { campo: 'istanza', da: String(most) });
  if (!linea) return lookAt(profile, ingressi, dumped(registri ?? dumpIn(file ?? '[]')));
  const { bus } = deps.plant;
  if (!bus) throw notFound();
  if (!isNamedSo(linea)) throw new ProblemError(422, 'invalid', 'Not a place.', { campo: 'linea.host' });
  const object = `bus/registri/${linea.host}`;
  return deps.probes.run(
    caller,
    () => {
      deps.record(caller, 'bus.registers', object, {
        changes: changesBetween({}, { ...linea, profilo: profile.key, istanza }),
      });
      return lookAt(profile, ingressi, request => bus.registers({ ...linea, ...request }));
    },
    () => deps.record(caller, 'bus.registers', object, { result: 'refused' }),
  );
}

/** The registers in a file; 422 for another file. */
function dumpIn(file: string): readonly Dumped[] {
  const spans = spansInFile(file);
  if (!spans) throw new ProblemError(422, 'invalid', 'Not a file of registers.', { campo: 'file' });
  return spans;
}

type Dumped = NonNullable<ProfileReadBody['registri']>[number];

const dumped =
  (registers: readonly Dumped[]): ReadRegisters =>
  ({ funzione, da, quanti }) => {
    const found = registers.find(
      each => each.funzione === funzione && da >= each.da && da + quanti <= each.da + each.valori.length,
    );
    const valori = found ? found.valori.slice(da - found.da, da - found.da + quanti) : null;
    return Promise.resolve({ valori, causa: null });
  };
