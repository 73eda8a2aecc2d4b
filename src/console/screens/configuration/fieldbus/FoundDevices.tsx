import { useState } from 'react';
import { defaultsOf } from '../../../../contract/config/facts';
import { schemaOf } from '../../../../contract/config/kinds';
import type { Found } from '../../../data/field-bus';
import { type ConfigRecord, recordsOf, write } from '../../../data/records';
import { useSession } from '../../../data/session';
import { useResource } from '../../../data/use-resource';
import { checkBody } from '../../../form/check';
import { editsOfRecord } from '../../../form/copy';
import { draftKey, writeDraft } from '../../../form/drafts';
import { Field } from '../../../form/Field';
import type { Values } from '../../../form/paths';
import { useForm } from '../../../form/use-form';
import { formatQuantity, missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { DataTable } from '../../../ui/DataTable';
import type { DataColumn } from '../../../ui/data-column';
import { type Candidate, candidatesOf, type FoundKind, foundKinds } from './candidates';
import { kindWords, lineWords } from './words';

interface Props {
  readonly found: readonly Found[];
  readonly isRunning: boolean;
}

/** What a search found, by kind. Nothing is created without a press: for each device alone, or for all of a kind. */
export function FoundDevices({ found, isRunning }: Props) {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const candidates = candidatesOf(
    found,
    found.flatMap(({ configured }) => configured ?? []),
  ).filter(({ key }) => !added.has(key));
  const others = found.filter(({ kind, configured }) => kind === null || configured !== null);
  return (
    <>
      {foundKinds.map(kind => {
        const own = candidates.filter(candidate => candidate.kind === kind);
        const take = (keys: readonly string[]) => setAdded(before => new Set([...before, ...keys]));
        return (
          own.length > 0 && (
            <KindGroup key={kind} kind={kind} candidates={own} isRunning={isRunning} onAdded={take} />
          )
        );
      })}
      {others.length > 0 && (
        <>
          <h3 className="fb-part">{t('bus.others')}</h3>
          <ul>
            {others.map(({ host, unit, instance, model, configured }) => (
              <li key={`${host} ${unit} ${instance}`}>
                <span className="mono">
                  {host} {unit}
                </span>{' '}
                {configured === null
                  ? t('bus.notSunSpec')
                  : t('bus.configuredAs', { name: configured, model: model ?? '' })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** What a person has to say of devices of a kind, because no device says it. */
const asked: Readonly<Record<FoundKind, readonly string[]>> = {
  inverters: ['kwp'],
  contatori: ['ruolo'],
  'box-stringhe': ['inverter'],
  sensori: [],
  trackers: [],
};
const needed: Readonly<Partial<Record<FoundKind, readonly string[]>>> = {
  inverters: ['pn'],
  'box-stringhe': ['ingressi'],
};

interface GroupProps {
  readonly kind: FoundKind;
  readonly candidates: readonly Candidate[];
  readonly isRunning: boolean;
  readonly onAdded: (keys: readonly string[]) => void;
}

const inverterRecords = recordsOf('GET config/inverters');

function KindGroup({ kind, candidates, isRunning, onAdded }: GroupProps) {
  const user = useSession()?.user ?? '';
  const { form, fields } = useShared(kind, candidates, draftKey(user, `bus/${kind}`));
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const addAll = async () => {
    form.showAll();
    if (fields.some(path => form.faults.has(path))) return;
    setBusy(true);
    const shared = Object.fromEntries(fields.map(path => [path, form.body[path]]));
    const done = await addEach(candidates, shared);
    setBusy(false);
    setLeft(candidates.length - done.length);
    onAdded(done);
  };
  const open = ({ record }: Candidate) =>
    writeDraft(draftKey(user, `config/${kind}/nuovo`), editsOfRecord(schemaOf(kind), record));
  return (
    <div>
      <h3 className="fb-part">
        {kindWords(kind)} <span className="u">{candidates.length}</span>
      </h3>
      <DataTable
        label={kindWords(kind)}
        className="stack"
        columns={columnsOf(kind, open)}
        rows={candidates}
        keyOf={({ key }) => key}
      />
      <div className="fb-fields">
        {fields.map(path => (
          <Field key={path} form={form} path={path} />
        ))}
      </div>
      <div className="row">
        <button type="button" disabled={isBusy || isRunning} aria-busy={isBusy} onClick={() => void addAll()}>
          {t('bus.addAll', { count: candidates.length })}
        </button>
        <span role="status">{left > 0 && t('bus.notAdded', { count: left })}</span>
      </div>
    </div>
  );
}

/** The fields that all devices of a kind get when they are added together, because no device reports them. */
function useShared(kind: FoundKind, candidates: readonly Candidate[], key: string) {
  const inverters = useResource(kind === 'box-stringhe' ? inverterRecords : null).value ?? [];
  const names = new Map(inverters.map(({ id, nome }) => [String(id), String(nome)]));
  const untold = (path: string) => candidates.some(({ record }) => record[path] === undefined);
  const fields = [...(needed[kind] ?? []).filter(untold), ...asked[kind]];
  const schema = schemaOf(kind);
  const whole = { ...defaultsOf(schema), ...candidates[0]?.record };
  const spec = {
    schema,
    words: 'deviceField',
    check: (body: Values) => checkBody(schema, { ...whole, ...body }),
    choicesOf: (path: string) => (path === 'inverter' ? names : undefined),
  };
  const blank = Object.fromEntries(fields.map(path => [path, '']));
  return { form: useForm(spec, key, blank, false), fields };
}

/** Creates the records one after the other; answers the keys of those that were created. */
async function addEach(candidates: readonly Candidate[], shared: ConfigRecord): Promise<string[]> {
  const done: string[] = [];
  for (const { key, kind, record } of candidates) {
    const written = await write(`POST config/${kind}`, { body: { ...shared, ...record } });
    if (written.kind === 'saved') done.push(key);
  }
  return done;
}

const columnsOf = (
  kind: FoundKind,
  open: (candidate: Candidate) => void,
): readonly DataColumn<Candidate>[] => [
  { key: 'name', head: t('bus.column.device'), isHeading: true, cell: ({ record }) => String(record.nome) },
  {
    key: 'place',
    head: t('bus.column.line'),
    cell: ({ found }) => (
      <span className="mono">
        {lineWords(found)} {found.unit}
      </span>
    ),
  },
  {
    key: 'plate',
    head: t('bus.column.plate'),
    cell: ({ found: { maker, model, serial } }) =>
      [maker, model, serial].filter(Boolean).join(' · ') || missing,
  },
  {
    key: 'size',
    head: t('bus.column.size'),
    cell: ({ found: { ratedKw, parts } }) =>
      [
        ratedKw !== null && formatQuantity(ratedKw, 1, 'kW'),
        parts !== null && kind !== 'trackers' && t('bus.inputs', { count: parts }),
      ]
        .filter(Boolean)
        .join(' · '),
  },
  {
    key: 'add',
    cell: candidate => (
      <a
        href={`/config/${kind}?id=nuovo`}
        onClick={() => open(candidate)}
        aria-label={t('bus.openOf', { name: String(candidate.record.nome) })}
      >
        {t('bus.open')}
      </a>
    ),
  },
];
