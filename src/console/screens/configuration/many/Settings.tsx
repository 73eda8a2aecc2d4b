import { type ReactNode, useState } from 'react';
import { choicesIn, idOf, type ManyProps, nameOf } from '../../../configuration/descriptor';
import { textOrNull } from '../../../data/read';
import type { ConfigRecord } from '../../../data/records';
import { useSession } from '../../../data/session';
import { draftKey } from '../../../form/drafts';
import { Field } from '../../../form/Field';
import { type Form, useForm } from '../../../form/use-form';
import { labelOf } from '../../../form/words';
import { t } from '../../../i18n/translate';
import { isFound, SearchField } from '../../../ui/SearchField';
import type { Comparing } from './use-comparison';

interface Props extends ManyProps {
  readonly comparing: Comparing;
  readonly onCompare: (body: object) => void;
}

/** What is each device's own and never the same for several. */
const own =
  /^(nome|seriale|host|unita|istanza|numero|modulo|canale|stringhe|primario|pod|ied|ip_.|gateway_.)$/;

/** Gives chosen devices the same values in chosen fields: those of one of them, or others typed here. */
export function Settings(props: Props) {
  const { screen, records, from, comparing, onCompare } = props;
  const { source, groups, shown } = screen;
  const [like, setLike] = useState(from ?? idOf(source, records[0] ?? {}));
  const record = records.find(each => idOf(source, each) === like) ?? records[0] ?? {};
  const form = useSettings(props, record);
  const [fields, toggleField] = useChosen();
  const [devices, toggleDevice, setDevices] = useChosen();
  const isChosen = fields.size > 0 && devices.size > 0;
  const isWrong = [...form.faults.keys()].some(path => fields.has(path.replace(/\..*/, '')));
  const compare = () => {
    form.showAll();
    if (isWrong) return;
    const campi = Object.fromEntries([...fields].map(path => [path, form.body[path]]));
    onCompare({ da: 'campi', id: [...devices].map(Number), campi });
  };
  const offered = groups.map(({ title, fields: paths }) => ({
    title,
    paths: paths.filter(path => !own.test(path) && (shown[path]?.(form.draft) ?? true)),
  }));
  return (
    <>
      <h3 className="fb-part">{t('many.settings')}</h3>
      <p>{t('many.settingsIntro')}</p>
      <LikeSelect {...props} like={like ?? ''} onChange={setLike} />
      {offered.map(
        ({ title, paths }) =>
          paths.length > 0 && (
            <Boxes key={title} legend={t(title)}>
              {paths.map(path => (
                <Box key={path} isOn={fields.has(path)} onChange={() => toggleField(path)}>
                  {labelOf(form, path)}
                </Box>
              ))}
            </Boxes>
          ),
      )}
      <div className="fb-fields">
        {[...fields].map(path => (
          <Field key={path} form={form} path={path} />
        ))}
      </div>
      <Devices {...props} chosen={devices} like={like} onToggle={toggleDevice} onAll={setDevices} />
      <div className="row">
        <button
          type="button"
          disabled={comparing.isBusy || !isChosen}
          aria-busy={comparing.isBusy}
          onClick={compare}
        >
          {t('many.compare')}
        </button>
      </div>
      <p role="status">{comparing.words}</p>
    </>
  );
}

/** The form of the record whose values are given to others. What is typed here is not its draft. */
function useSettings({ screen, records, referred }: Props, record: ConfigRecord): Form {
  const user = useSession()?.user ?? '';
  const { schema, words, unitOf, check, refers, source } = screen;
  const id = idOf(source, record);
  const spec = {
    schema,
    words,
    unitOf,
    check: (body: ConfigRecord) => check(body, { id, others: records, referred }),
    choicesOf: (path: string) => choicesIn(referred, refers[path]),
  };
  return useForm(spec, draftKey(user, `many/${source.read} ${id}`), record, false);
}

type Chosen = readonly [
  chosen: ReadonlySet<string>,
  toggle: (key: string) => void,
  set: (keys: ReadonlySet<string>) => void,
];

function useChosen(): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setChosen(
      before => new Set(before.has(key) ? [...before].filter(each => each !== key) : [...before, key]),
    );
  return [chosen, toggle, setChosen];
}

interface LikeProps extends ManyProps {
  readonly like: string;
  readonly onChange: (id: string) => void;
}

function LikeSelect({ screen: { source }, records, like, onChange }: LikeProps) {
  return (
    <label className="fld">
      {t('many.like')}
      <select value={like} onChange={event => onChange(event.currentTarget.value)}>
        {records.map(record => (
          <option key={idOf(source, record)} value={idOf(source, record) ?? ''}>
            {nameOf(source, record)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DevicesProps extends ManyProps {
  readonly chosen: ReadonlySet<string>;
  /** The record that has the values already; with `from` it is not offered. */
  readonly like: string | null;
  readonly onToggle: (id: string) => void;
  readonly onAll: (ids: ReadonlySet<string>) => void;
}

function Devices({ screen: { source }, records, from, like, chosen, onToggle, onAll }: DevicesProps) {
  const [typed, setTyped] = useState('');
  const found = records.filter(
    record =>
      (from === null || idOf(source, record) !== like) &&
      isFound(typed, [
        nameOf(source, record),
        ...Object.values(record).flatMap(value => textOrNull(value) ?? []),
      ]),
  );
  const ids = found.map(record => idOf(source, record) ?? '');
  const isAll = ids.length > 0 && ids.every(id => chosen.has(id));
  return (
    <>
      <SearchField value={typed} onChange={setTyped} />
      <Boxes legend={t('many.devices', { count: chosen.size })}>
        <Box isOn={isAll} onChange={() => onAll(new Set(isAll ? [] : [...chosen, ...ids]))}>
          <b>{t('many.all', { count: ids.length })}</b>
        </Box>
        {found.map(record => {
          const id = idOf(source, record) ?? '';
          return (
            <Box key={id} isOn={chosen.has(id)} onChange={() => onToggle(id)}>
              {nameOf(source, record)}
            </Box>
          );
        })}
      </Boxes>
    </>
  );
}

function Boxes({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="fld fb-fields">{children}</div>
    </fieldset>
  );
}

interface BoxProps {
  readonly isOn: boolean;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

function Box({ isOn, onChange, children }: BoxProps) {
  return (
    <label className="box">
      <input type="checkbox" checked={isOn} onChange={onChange} />
      {children}
    </label>
  );
}
