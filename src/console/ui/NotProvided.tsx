import { t, textOf } from '../i18n/translate';
import { Lazy } from './Lazy';

interface Props {
  /** Path of an endpoint in the contract, such as `config/inverters`. */
  readonly path: string;
}

/** Names the function that the datalogger does not provide. */
function Sentence({ path }: Props) {
  const steps = path
    .replaceAll(/\/:\w+/g, '')
    .replaceAll('-', '_')
    .split('/');
  const longer = steps.map((_, index) => steps.slice(0, steps.length - index).join('_'));
  const named = longer.flatMap(name => textOf('notProvided', 'what', name) ?? []);
  return <>{t('notProvided.sentence', { what: named[0] ?? t('notProvided.other') })}</>;
}

const load = async () => Sentence;
const parts = ['not-provided'] as const;

/** One sentence in place of what another maker's datalogger does not provide. */
export function NotProvided({ path }: Props) {
  return (
    <p className="u" role="status">
      <Lazy load={load} parts={parts} props={{ path }} />
    </p>
  );
}
