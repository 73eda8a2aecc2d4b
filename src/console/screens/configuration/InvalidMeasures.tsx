import { useId, useState } from 'react';
import { instantOfLocal } from '../../../contract/zone';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { refresh } from '../../data/poll';
import { isObject, type Json, numberOrNull, objectsIn, textIn, textOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { t, textOf } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { TextField } from '../../ui/TextField';
import { MarkDialog } from './MarkDialog';
import { momentWords } from './Trial';

const spans = recordsOf('GET misure/invalide');
const kinds = [
  ['inverter', recordsOf('GET config/inverters')],
  ['contatori', recordsOf('GET config/contatori')],
  ['sensori', recordsOf('GET config/sensori')],
] as const;

/** A device as a choice: `inverter.2`. */
interface Device {
  readonly key: string;
  readonly name: string;
}

const empty = { device: 'impianto.1', from: '', to: '', reason: '' };

/** Times whose values are wrong: marked as invalid, previewed, and taken back. */
export function InvalidMeasures() {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(spans);
  const devices = useDevices();
  const marking = useMarking(zone);
  const rows = objectsIn(answer?.tratti);
  return (
    <section aria-label={t('invalid.title')}>
      <div className="ph">
        <h2>{t('invalid.title')}</h2>
      </div>
      <p className="u">{t('invalid.intro')}</p>
      {rows.length > 0 && (
        <DataTable
          label={t('invalid.list')}
          className="stack"
          columns={columnsOf(zone, devices, marking.takeBack)}
          rows={rows}
          keyOf={({ id }) => numberOrNull(id) ?? 0}
        />
      )}
      {answer && rows.length === 0 && <p>{t('invalid.none')}</p>}
      <Form devices={devices} marking={marking} />
      <p role="status">{marking.said}</p>
      {isObject(marking.preview) && (
        <MarkDialog
          preview={marking.preview}
          isBusy={marking.isBusy}
          onConfirm={() => void marking.mark()}
          onClose={marking.close}
        />
      )}
    </section>
  );
}

/** What is typed, what it would change, and what came of it. */
function useMarking(zone: string) {
  const [draft, setDraft] = useState(empty);
  const [preview, setPreview] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useSaid();
  const place = placeOf(draft, zone);
  const send = async (key: 'POST misure/invalide' | 'POST misure/invalide/anteprima', body: object) => {
    setBusy(true);
    const result = await write(key, { body });
    setBusy(false);
    const reason = result.kind === 'refused' ? textOrNull(result.error.details.by) : null;
    say(() =>
      result.kind === 'saved' ? '' : (textOf('invalid', 'refused', reason ?? '') ?? t('invalid.failed')),
    );
    return result.kind === 'saved' ? result.value : null;
  };
  const mark = async () => {
    const marked = await send('POST misure/invalide', { ...place, motivo: draft.reason.trim() });
    setPreview(null);
    if (marked === null) return;
    setDraft(empty);
    say(() => t('invalid.marked'));
    refresh(spans);
  };
  const takeBack = async (id: unknown) => {
    const { kind } = await write('DELETE misure/invalide/:id', { params: { id: String(id) } });
    say(() => t(kind === 'saved' ? 'invalid.restored' : 'invalid.failed'));
    refresh(spans);
  };
  return {
    draft,
    preview,
    isBusy,
    said,
    mark,
    takeBack,
    isWhole: place.da < place.a && draft.reason.trim().length >= 3,
    set: (field: keyof typeof empty) => (value: string) => setDraft({ ...draft, [field]: value }),
    look: async () => setPreview(await send('POST misure/invalide/anteprima', place)),
    close: () => setPreview(null),
  };
}

interface FormProps {
  readonly devices: readonly Device[];
  readonly marking: ReturnType<typeof useMarking>;
}

function Form({ devices, marking: { draft, set, isBusy, isWhole, look } }: FormProps) {
  const id = useId();
  return (
    <>
      <div className="g2 t">
        <div className="fld">
          <label htmlFor={id}>{t('invalid.device')}</label>
          <select id={id} value={draft.device} onChange={event => set('device')(event.currentTarget.value)}>
            {devices.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {(['from', 'to'] as const).map(field => (
          <TextField
            key={field}
            label={t(field === 'from' ? 'invalid.from' : 'invalid.to')}
            hint={t('invalid.quarters')}
            fault={null}
            value={draft[field]}
            onChange={set(field)}
            type="datetime-local"
          />
        ))}
        <TextField
          label={t('invalid.reason')}
          hint=""
          fault={null}
          value={draft.reason}
          onChange={set('reason')}
        />
      </div>
      <button
        type="button"
        className="o"
        disabled={isBusy || !isWhole}
        aria-busy={isBusy}
        onClick={() => void look()}
      >
        {t('invalid.look')}
      </button>
    </>
  );
}

function placeOf({ device, from, to }: typeof empty, zone: string) {
  const [gruppo = '', id = ''] = device.split('.');
  const secondsOf = (local: string) => (local === '' ? 0 : instantOfLocal(zone, local));
  return { gruppo, dispositivo: Number(id), da: secondsOf(from), a: secondsOf(to) };
}

/** The plant, then its inverters, meters and sensors. */
function useDevices(): readonly Device[] {
  const lists = [
    useResource(kinds[0][1]).value,
    useResource(kinds[1][1]).value,
    useResource(kinds[2][1]).value,
  ];
  const records = kinds.flatMap(([group], index) =>
    (lists[index] ?? []).map(({ id, nome }) => ({
      key: `${group}.${numberOrNull(id) ?? 0}`,
      name: textIn(nome),
    })),
  );
  return [{ key: 'impianto.1', name: t('invalid.plant') }, ...records];
}

const columnsOf = (
  zone: string,
  devices: readonly Device[],
  onTakeBack: (id: unknown) => Promise<void>,
): readonly DataColumn<Json>[] => [
  {
    key: 'device',
    head: t('invalid.device'),
    isHeading: true,
    cell: ({ gruppo, dispositivo }) => {
      const key = `${gruppo}.${dispositivo}`;
      return devices.find(device => device.key === key)?.name ?? key;
    },
  },
  { key: 'from', head: t('invalid.from'), isNamed: true, cell: ({ da }) => momentWords(da, zone) },
  { key: 'to', head: t('invalid.to'), isNamed: true, cell: ({ a }) => momentWords(a, zone) },
  { key: 'reason', head: t('invalid.reason'), cell: ({ motivo }) => textOrNull(motivo) },
  {
    key: 'by',
    head: t('invalid.by'),
    cell: ({ utente, segnato }) => `${textIn(utente)}, ${momentWords(segnato, zone)}`,
  },
  {
    key: 'back',
    cell: ({ id }) => (
      <button type="button" className="o" onClick={() => void onTakeBack(id)}>
        {t('invalid.restore')}
      </button>
    ),
  },
];
