import { type BusState, type MeterCheck, searchOf } from '../../../data/field-bus';
import { firstSteps } from '../../../data/first-steps';
import { recordsOf } from '../../../data/records';
import { useResource } from '../../../data/use-resource';
import { formatNumber } from '../../../i18n/format';
import { t, textWith } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';
import { kilowatts } from '../../../ui/line-words';
import { type Drawn, drawnOf } from './drawn';
import { OneLine } from './OneLine';

const plant = recordsOf('GET impianto/:id', { id: '1' });

/** A new plant: its devices on the one-line drawing as they answer, whether its meters agree with them, and what a person still has to say. */
export function Commissioning({ bus }: { readonly bus: BusState }) {
  const found = useResource(bus.search ? searchOf(bus.search) : null).value?.found ?? [];
  const drawn = drawnOf(bus.lines, found);
  const questions = useQuestions(drawn);
  const isAsking = questions.some(({ isDone }) => !isDone);
  const isDrawn = drawn.inverters.length + drawn.meters.length > 0;
  return (
    <>
      {isDrawn && (
        <section className={`fb-drawing ${isAsking ? 'c9' : 'c12'}`} aria-label={t('bus.drawing')}>
          <h2>{t('bus.drawing')}</h2>
          <OneLine {...drawn} />
          <Checks checks={bus.checks} drawn={drawn} />
        </section>
      )}
      {isAsking && (
        <section className={isDrawn ? 'c3' : 'c12'} aria-label={t('bus.steps')}>
          <h2>{t('bus.steps')}</h2>
          <ol className="fb-steps">
            {questions.map(({ key, isDone, href }) => (
              <li key={key}>
                <a href={href}>{t(`bus.step.${key}`)}</a>{' '}
                {isDone && <Icon name="check" label={t('bus.done')} />}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** What no device says, after the devices themselves. Nothing is asked once an administrator has ended the first steps. */
function useQuestions({ added }: Drawn) {
  const { value, error } = useResource(plant);
  const { value: steps } = useResource(firstSteps);
  if ((!value && error?.details.status !== 404) || steps?.isOver) return [];
  const [described] = value ?? [];
  const isPlaced = typeof described?.lat === 'number' && typeof described.long === 'number';
  const isNotifying = !steps || steps.steps.some(({ step, isDone }) => step === 'notifiche' && isDone);
  return [
    { key: 'devices', isDone: added > 0, href: '#bus-search' },
    { key: 'plant', isDone: described !== undefined, href: '/config/impianto' },
    { key: 'place', isDone: isPlaced, href: '/config/impianto' },
    { key: 'notify', isDone: isNotifying, href: '/config/setup-sistema' },
  ] as const;
}

/** Each meter against the inverters, in the words of an electrician; before that, what it waits for. */
function Checks({ checks, drawn }: { readonly checks: readonly MeterCheck[]; readonly drawn: Drawn }) {
  const isWaiting = checks.length === 0 && drawn.inverters.length > 0;
  return (
    <div role="status">
      {checks.map(check => (
        <p key={check.id} className="fb-check">
          {iconOf(check.outcome)}{' '}
          <b>
            {t('bus.compared', {
              name: check.name,
              meter: kilowatts(check.meterKw),
              inverters: kilowatts(check.invertersKw),
            })}
          </b>{' '}
          {checkWords(check)} <a href={`/config/contatori?id=${check.id}`}>{t('bus.open')}</a>
        </p>
      ))}
      {isWaiting && <p>{t('bus.uncompared')}</p>}
    </div>
  );
}

/** None where nothing is wrong and nothing is proved. */
function iconOf(outcome: string) {
  if (outcome === 'in_sito' || outcome === 'buio') return null;
  return <Icon name={outcome === 'concorde' ? 'check' : 'warn'} />;
}

function checkWords({ outcome, times, meterKw, invertersKw }: MeterCheck): string {
  const isMore = Math.abs(meterKw) > invertersKw;
  const words = outcome === 'rapporto' && isMore ? 'rapporto_alto' : outcome;
  const values = {
    times: formatNumber(times, (times ?? 0) < 10 ? 1 : 0),
    used: kilowatts(invertersKw - meterKw),
  };
  return textWith(values, 'bus', 'check', words) ?? '';
}
