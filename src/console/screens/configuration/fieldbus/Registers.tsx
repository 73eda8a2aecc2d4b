import { useState } from 'react';
import { RegistersBody } from '../../../../contract/bus';
import { downloadText } from '../../../browser/download';
import { type RegisterPlace, readRegisters } from '../../../data/bus-registers';
import { deviceNowMs } from '../../../data/device-clock';
import type { BusLine } from '../../../data/field-bus';
import { useSession } from '../../../data/session';
import { checkBody } from '../../../form/check';
import { blankOf } from '../../../form/copy';
import { draftKey, readDraft, writeDraft } from '../../../form/drafts';
import { Field } from '../../../form/Field';
import { type Input, rowsOf } from '../../../form/inputs';
import type { Values } from '../../../form/paths';
import { type Form, useForm } from '../../../form/use-form';
import { t } from '../../../i18n/translate';
import { useSaid } from '../../../i18n/use-said';
import { DataTable } from '../../../ui/DataTable';
import type { DataColumn } from '../../../ui/data-column';
import { Icon } from '../../../ui/Icon';
import { type Dump, readChain, withoutSerials } from './dump';
import { ProfileMaker } from './ProfileMaker';
import { type RegisterRow, registerRows } from './register-rows';
import { causeWords } from './words';

const fields = ['host', 'porta', 'trama', 'unita', 'funzione', 'da', 'quanti'];
const spec = {
  schema: RegistersBody,
  words: 'busField',
  check: (body: Values) => checkBody(RegistersBody, body),
};
const usual = { ...blankOf(RegistersBody), unita: 1, funzione: 3, da: 40_000, quanti: 16 };

/** What was read: bits where the function reads coils or inputs. */
interface Read {
  readonly rows: readonly RegisterRow[];
  readonly isBits: boolean;
  /** Whether it is known what one of them means. */
  readonly isNamed: boolean;
}

/** Reads single registers, and saves those of a whole unit. It never writes to a device. */
export function Registers({ lines }: { readonly lines: readonly BusLine[] }) {
  const form = useRegisterForm(lines);
  const named = draftKey(useSession()?.user ?? '', 'bus/profilo');
  const [shown, setShown] = useState<Read | null>(null);
  const [said, say] = useSaid();
  const [isBusy, setBusy] = useState(false);
  const busy = (work: (request: Request) => Promise<() => string>) => async () => {
    form.showAll();
    if (form.faults.size > 0) return;
    setBusy(true);
    say(await work(form.body as unknown as Request));
    setBusy(false);
  };
  const read = busy(async request => {
    const { da, quanti, ...place } = request;
    const got = await readRegisters(place, da, quanti);
    const { values, points = [] } = got ?? {};
    const isNamed = points.length > 0;
    setShown(values ? { rows: registerRows(da, values, points), isBits: place.funzione < 3, isNamed } : null);
    if (!got) return () => t('bus.notRead');
    return () => (got.values ? t('bus.answeredIn', { ms: got.ms ?? 0 }) : causeWords(got));
  });
  const save = busy(request => saveUnit(request, count => say(() => t('bus.dumping', { count }))));
  return (
    <section className="c12">
      <div className="ph">
        <h2>{t('bus.registers')}</h2>
      </div>
      <p>{t('bus.registersIntro')}</p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void read();
        }}
      >
        <div className="fb-fields">
          {fields.map(path => (
            <Field key={path} form={form} path={path} />
          ))}
        </div>
        <div className="row">
          <button type="submit" disabled={isBusy} aria-busy={isBusy}>
            {t('bus.read')}
          </button>
          <button type="button" className="o" disabled={isBusy} onClick={() => void save()}>
            <Icon name="down" /> {t('bus.dump')}
          </button>
          <span role="status">{said}</span>
        </div>
      </form>
      {shown && (
        <DataTable
          label={t('bus.registers')}
          columns={columnsOf(shown, address => nameRegister(named, address, form.inputOf('funzione')))}
          rows={shown.rows}
          keyOf={({ address }) => address}
        />
      )}
      {rowsOf(readDraft(named).registri?.input ?? '').length > 0 && (
        <ProfileMaker draft={named} place={form.body} say={say} />
      )}
    </section>
  );
}

/** Where registers are read, as typed. */
export function useRegisterForm(lines: readonly BusLine[]): Form {
  const user = useSession()?.user ?? '';
  return useForm(spec, draftKey(user, 'bus/registri'), { ...usual, ...firstPlace(lines) }, false);
}

/** Adds a register to the profile that is made, as yet without a meaning. */
function nameRegister(draft: string, registro: number, lettura: Input): void {
  const edits = readDraft(draft);
  const row = { grandezza: '', registro, dato: 'u16', scala: 0, scala_da: null };
  const rows = JSON.stringify([...rowsOf(edits.registri?.input ?? ''), row]);
  writeDraft(draft, {
    ...edits,
    lettura: { input: lettura, base: 3 },
    registri: { input: rows, base: [] },
  });
}

/** The body of a read that its schema accepted. */
type Request = RegisterPlace & { readonly da: number; readonly quanti: number };

/** The first device that is configured: most often there is something to look at there. */
function firstPlace([line]: readonly BusLine[]): object {
  if (!line) return {};
  const { host, port, framing: trama, speed, devices } = line;
  return { host, ...(speed ? {} : { porta: port }), trama, unita: devices[0]?.unit ?? 1 };
}

/** Saves all registers of a unit's models, without serial numbers, and says what came of it. */
async function saveUnit(
  { da: _, quanti: __, ...place }: Request,
  onProgress: (count: number) => void,
): Promise<() => string> {
  const holding = { ...place, funzione: 3 };
  const chain = await readChain((from, many) => readRegisters(holding, from, many), onProgress);
  if (!chain) return () => t('bus.noChain');
  const { base, registers } = chain;
  const name = `${place.host}-${place.unita}`;
  const time = new Date(deviceNowMs()).toISOString();
  const dump: Dump = { name, unit: place.unita, base, time, registers: withoutSerials(registers) };
  downloadText(`meridiana-registers-${name}.json`, `${JSON.stringify(dump)}\n`, 'application/json');
  return () => t('bus.dumped', { count: registers.length });
}

const column = (key: keyof RegisterRow, head: string): DataColumn<RegisterRow> => ({
  key,
  head,
  isNumber: true,
  className: 'mono',
  cell: row => row[key],
});

const columnsOf = (
  { isBits, isNamed }: Read,
  onName: (address: number) => void,
): readonly DataColumn<RegisterRow>[] => [
  {
    ...column('address', t('bus.column.address')),
    isHeading: true,
    cell: ({ address }) => (
      <>
        {address}
        {!isBits && (
          <button
            type="button"
            className="q"
            aria-label={`${t('config.add')} ${address}`}
            onClick={() => onName(address)}
          >
            <Icon name="plus" />
          </button>
        )}
      </>
    ),
  },
  ...(isNamed
    ? [
        { ...column('point', t('bus.column.point')), isNumber: false },
        { ...column('value', t('bus.column.value')), className: '' },
      ]
    : []),
  ...(isBits
    ? [column('u16', 'bit')]
    : [
        column('hex', 'hex'),
        column('u16', 'u16'),
        column('i16', 'i16'),
        column('u32', 'u32'),
        column('u32Low', 'u32 CDAB'),
        column('f32', 'f32'),
        column('f32Low', 'f32 CDAB'),
        { ...column('text', t('bus.column.text')), isNumber: false },
      ]),
];
