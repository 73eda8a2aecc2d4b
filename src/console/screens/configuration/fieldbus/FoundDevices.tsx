import { useState } from 'react';
import { schemaOf } from '../../../../contract/config/kinds';
import type { Found } from '../../../data/field-bus';
import { refresh } from '../../../data/poll';
import { recordsOf } from '../../../data/records';
import { useSession } from '../../../data/session';
import { useResource } from '../../../data/use-resource';
import { editsOfRecord } from '../../../form/copy';
import { draftKey, readDraft, useDrafts, writeDraft } from '../../../form/drafts';
import { factsAt } from '../../../form/facts';
import { choiceOf, labelOf } from '../../../form/words';
import { formatQuantity, missing } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { DataTable } from '../../../ui/DataTable';
import type { DataColumn } from '../../../ui/data-column';
import { candidatesOf } from './candidates';
import { columns, inverterNames, type Row, rowsOf, typedKey } from './proposals';
import { saveAll } from './save-found';
import { kindWords, lineWords } from './words';

interface Props {
  readonly found: readonly Found[];
  readonly isRunning: boolean;
  /** Called when records were created. */
  readonly onSaved: () => void;
}

const inverterRecords = recordsOf('GET config/inverters');

/** What a search found, in one table. Nothing is created without a press: for the ticked rows together, or for each device alone. */
export function FoundDevices({ found, isRunning, onSaved }: Props) {
  const candidates = candidatesOf(
    found,
    found.flatMap(({ configured }) => configured ?? []),
  );
  const others = found.filter(({ kind, configured }) => kind === null || configured !== null);
  return (
    <>
      {candidates.length > 0 && <Proposals {...{ candidates, isRunning, onSaved }} />}
      {others.length > 0 && (
        <>
          <h3 className="fb-part">{t('bus.others')}</h3>
          <ul>
            {others.map(({ host, unit, instance, maker, model, version, configured }) => (
              <li key={`${host} ${unit} ${instance}`}>
                <span className="mono">
                  {host} {unit}
                </span>{' '}
                {configured === null
                  ? [...[maker, model, version].filter(Boolean), t('bus.notSunSpec')].join(' · ')
                  : t('bus.configuredAs', { name: configured, model: model ?? '' })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ProposalsProps extends Omit<Props, 'found'> {
  readonly candidates: ReturnType<typeof candidatesOf>;
}

function Proposals({ candidates, isRunning, onSaved }: ProposalsProps) {
  const user = useSession()?.user ?? '';
  // The draft outlives the screen: one device may be opened in its form meanwhile.
  const key = draftKey(user, 'bus/found');
  useDrafts();
  const typed = Object.fromEntries(
    Object.entries(readDraft(key)).map(([path, { input }]) => [path, String(input)]),
  );
  const known = useResource(inverterRecords).value ?? [];
  const names = inverterNames(known, candidates, typed);
  const rows = rowsOf(candidates, typed, [...names.keys()]);
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const [left, setLeft] = useState(0);
  const ticked = rows.filter(({ isTicked }) => isTicked);
  const type = ({ candidate }: Row, path: string, input: string) =>
    writeDraft(key, { ...readDraft(key), [typedKey(candidate, path)]: { input, base: '' } });
  const save = async () => {
    setShown(true);
    setBusy(true);
    setLeft(await saveAll(rows));
    setBusy(false);
    // Boxes of another line are added to the inverters of this one.
    refresh(inverterRecords);
    onSaved();
  };
  const open = ({ candidate: { kind }, record }: Row) =>
    writeDraft(draftKey(user, `config/${kind}/nuovo`), editsOfRecord(schemaOf(kind), record));
  return (
    <>
      <DataTable
        label={t('bus.devices')}
        className="stack"
        columns={columnsOf(rows, { names, type, open, isShown })}
        rows={rows}
        keyOf={({ candidate }) => candidate.key}
      />
      <div className="row">
        <button
          type="button"
          disabled={isBusy || isRunning || ticked.length === 0}
          aria-busy={isBusy}
          onClick={() => void save()}
        >
          {t('bus.addAll', { count: ticked.length })}
        </button>
        <span role="status">{left > 0 && t('bus.notAdded', { count: left })}</span>
      </div>
    </>
  );
}

interface Cells {
  readonly names: ReadonlyMap<string, string>;
  readonly type: (row: Row, path: string, text: string) => void;
  readonly open: (row: Row) => void;
  /** Whether what is wrong is marked: not before the first press. */
  readonly isShown: boolean;
}

const spec = (names?: ReadonlyMap<string, string>) => ({
  spec: { schema: schemaOf('inverters'), words: 'deviceField', choicesOf: () => names },
});

/** A field of a row: its choices, or a text. */
function Cell({ row, path, cells }: { readonly row: Row; readonly path: string; readonly cells: Cells }) {
  const text = row.texts[path];
  if (text === undefined) return null;
  const { kind } = row.candidate;
  const choices = path === 'inverter' ? [...cells.names.keys()] : factsAt(schemaOf(kind), path)?.choices;
  const field = {
    value: text,
    'aria-label': `${labelOf(spec(), path)} ${row.texts.nome}`,
    'aria-invalid': cells.isShown && row.isTicked && row.faults.has(path),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      cells.type(row, path, currentTarget.value),
  };
  if (!choices?.length) return <input {...field} inputMode={path === 'nome' ? 'text' : 'decimal'} />;
  return (
    <select {...field}>
      {['', ...choices].map(each => (
        <option key={each} value={each}>
          {each === ''
            ? missing
            : choiceOf(spec(path === 'inverter' ? cells.names : undefined) as never, path, each)}
        </option>
      ))}
    </select>
  );
}

const place: DataColumn<Row> = {
  key: 'place',
  cell: ({ candidate: { found, kind } }) => (
    <>
      {kindWords(kind)}{' '}
      <span className="mono">
        {lineWords(found)} {found.unit}
      </span>
    </>
  ),
};

/** What the device says of itself: maker, model, serial number, size. */
function plateOf({ candidate: { found, kind } }: Row): string {
  const { maker, model, serial, ratedKw, parts } = found;
  const size = [
    ratedKw !== null && formatQuantity(ratedKw, 1, 'kW'),
    parts !== null && kind !== 'trackers' && t('bus.inputs', { count: parts }),
  ];
  return [maker, model, serial, ...size].filter(Boolean).join(' · ') || missing;
}

function columnsOf(rows: readonly Row[], cells: Cells): readonly DataColumn<Row>[] {
  const used = columns.filter(path => rows.some(({ texts }) => texts[path] !== undefined));
  const fieldColumn = (path: string): DataColumn<Row> => ({
    key: path,
    head: labelOf(spec(), path),
    isNamed: true,
    cell: row => <Cell {...{ row, path, cells }} />,
  });
  const tick = (row: Row) => (
    <input
      type="checkbox"
      aria-label={row.texts.nome}
      checked={row.isTicked}
      onChange={() => cells.type(row, 'tick', row.isTicked ? '' : '1')}
    />
  );
  const add = (row: Row) => (
    <a
      href={`/config/${row.candidate.kind}?id=nuovo`}
      onClick={() => cells.open(row)}
      aria-label={t('bus.openOf', { name: row.texts.nome ?? '' })}
    >
      {t('bus.open')}
    </a>
  );
  return [
    { key: 'tick', cell: tick },
    fieldColumn('nome'),
    { ...place, head: t('bus.column.line') },
    { key: 'plate', head: t('bus.column.plate'), cell: plateOf },
    ...used.map(fieldColumn),
    { key: 'add', cell: add },
  ];
}
