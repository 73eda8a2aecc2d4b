import { useState } from 'react';
import { isNamedSo, ScanFields } from '../../../../contract/bus';
import { refuse } from '../../../../contract/config/findings';
import { type BusLine, readSearch, type Search, searchOf } from '../../../data/field-bus';
import { refresh } from '../../../data/poll';
import { recordsOf, write } from '../../../data/records';
import { useSession } from '../../../data/session';
import { useResource } from '../../../data/use-resource';
import { checkBody } from '../../../form/check';
import { blankOf } from '../../../form/copy';
import { draftKey, readDraft } from '../../../form/drafts';
import type { Edits } from '../../../form/edits';
import { Field } from '../../../form/Field';
import type { Values } from '../../../form/paths';
import { type Form, useForm } from '../../../form/use-form';
import { t, textOf } from '../../../i18n/translate';
import { FoundDevices } from './FoundDevices';
import { causeWords } from './words';

const fieldsOverTcp = ['host', 'fino_a', 'porta', 'trama', 'unita_da', 'unita_a'];
const fieldsOnPort = ['host', 'trama', 'baud', 'parita', 'stop', 'unita_da', 'unita_a'];
const schema = ScanFields;
const blank = blankOf(schema);
const check = (body: object) =>
  checkBody(schema, { ...body }, line => (isNamedSo(line) ? [] : [refuse('host', 'invalid')]));
const serialPorts = recordsOf('GET bus/porte');

/** The parities in the words of the device's form. */
const parities = () =>
  new Map(['N', 'E', 'O'].map(each => [each, textOf('deviceField', 'choice', 'parita', each) ?? each]));

/** What is sent: a line over TCP has no speed, and a serial port no range of hosts. */
function scanOf({ baud, parita, stop, fino_a, ...range }: Values): object {
  return range.trama === 'seriale' ? { ...range, baud, parita, stop } : { ...range, fino_a };
}

/** Kernel names of USB adapters: an adapter that is plugged in has a serial line on it. */
const adapter = /^tty(USB|ACM)\d+/;

/** The first adapter that no line uses; undefined where there is none. One adapter has several paths, and its kernel name begins each name. */
function freeAdapter(names: ReadonlyMap<string, string>, lines: readonly BusLine[]): string | undefined {
  const adapterOf = (id: string) => names.get(id)?.match(adapter)?.[0];
  const used = lines.map(({ host }) => adapterOf(host));
  return [...names.keys()].find(id => adapterOf(id) && !used.includes(adapterOf(id)));
}

/** The values of a search before a field is typed: the free adapter, unless what was typed names a host. */
function usualRange({ trama, host }: Edits, free: string | undefined): Values {
  const isPort = trama ? trama.input === 'seriale' : String(host?.input ?? free).startsWith('/');
  return isPort ? { ...blank, trama: 'seriale', host: free ?? blank.host } : blank;
}

interface Props {
  readonly lines: readonly BusLine[];
  /** The id of the last search. */
  readonly kept: string | null;
}

/** Searches a host, a range of hosts or a serial port for devices, and shows what is found while it goes on. */
export function SearchPanel({ kept, lines }: Props) {
  const user = useSession()?.user ?? '';
  const ports = useResource(serialPorts).value ?? [];
  const names = new Map(ports.map(({ id, nome }) => [String(id), String(nome)]));
  const key = draftKey(user, 'bus/scansione');
  const usual = usualRange(readDraft(key), freeAdapter(names, lines));
  const choicesOf = (path: string) =>
    path === 'parita' ? parities() : path === 'host' && isSerial && names.size > 0 ? names : undefined;
  const spec = { schema, words: 'busField', check, choicesOf };
  const form = useForm(spec, key, usual, false);
  const isSerial = form.draft.trama === 'seriale';
  const { search, failure, start, stop } = useSearch(form, kept);
  const isRunning = search?.state === 'in_corso';
  return (
    <section className="c12" aria-label={t('bus.search')} id="bus-search">
      <div className="ph">
        <h2>{t('bus.search')}</h2>
      </div>
      <p>{t('bus.searchIntro')}</p>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void start();
        }}
      >
        <div className="fb-fields">
          {(isSerial ? fieldsOnPort : fieldsOverTcp).map(path => (
            <Field key={path} form={form} path={path} />
          ))}
        </div>
        <div className="row">
          <button type="submit">{t('bus.searchButton')}</button>
          {search && (
            <button type="button" className="o" onClick={() => void stop()}>
              {t(isRunning ? 'bus.stop' : 'shell.close')}
            </button>
          )}
        </div>
      </form>
      {search && isRunning && <Progress search={search} />}
      <p role="status" className="fb-part">
        {failure ? t(failure) : search && statusWords(search)}
      </p>
      {search && (
        <FoundDevices
          found={search.found}
          isRunning={isRunning}
          onSaved={() => refresh(searchOf(search.id))}
        />
      )}
    </section>
  );
}

/** The search that runs or ran last, and what begins and ends it: a first press stops it, a second one dismisses what it found. */
function useSearch(form: Form, kept: string | null) {
  const [begun, setBegun] = useState<Search | null>(null);
  const [isDismissed, setDismissed] = useState<string | null>(null);
  const [failure, setFailure] = useState<'bus.searchRuns' | 'bus.searchFailed' | null>(null);
  const id = begun?.id ?? kept;
  const polled = useResource(id && id !== isDismissed ? searchOf(id) : null).value;
  const search = id === isDismissed ? null : (polled ?? begun);
  const start = async () => {
    form.showAll();
    if (form.faults.size > 0) return;
    const result = await write('POST bus/scansione', { body: scanOf(form.body) });
    if (result.kind === 'saved') {
      setFailure(null);
      setBegun(readSearch(result.value));
      return;
    }
    const details = result.kind === 'refused' ? result.error.details : null;
    if (details?.field && form.factsOf(details.field))
      form.refuse(details.field, { code: details.code ?? 'invalid', by: undefined });
    else setFailure(details?.code === 'in_use' ? 'bus.searchRuns' : 'bus.searchFailed');
  };
  const stop = async () => {
    await write('DELETE bus/scansione/:id', { params: { id } });
    if (search?.state !== 'in_corso') setDismissed(id);
  };
  return { search, failure, start, stop };
}

function Progress({ search: { asked, total, host, unit } }: { readonly search: Search }) {
  return (
    <p>
      <progress value={asked} max={Math.max(1, total)} aria-label={t('bus.search')} />{' '}
      {t('bus.at', { host, unit, asked, total })}
    </p>
  );
}

/** The outcome, and the hosts where nobody answered. */
function statusWords({ state, found, silent }: Search): string {
  const outcome = textOf('bus', 'searchState', state) ?? state;
  const hosts = silent.slice(0, 8).map(({ host, cause }) => `${host}: ${causeWords({ cause, code: null })}`);
  const rest = silent.length > hosts.length ? ['…'] : [];
  return [`${outcome} ${t('bus.found', { count: found.length })}`, ...hosts, ...rest].join(' · ');
}
