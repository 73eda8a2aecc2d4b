import type { BusLine } from '../../../data/field-bus';
import { recordsOf } from '../../../data/records';
import { useResource } from '../../../data/use-resource';
import { t } from '../../../i18n/translate';
import { Icon } from '../../../ui/Icon';

const plant = recordsOf('GET impianto/:id', { id: '1' });

/** What is left to do before a new plant shows its first numbers; nothing once its devices answer. */
export function PlantSteps({ lines }: { readonly lines: readonly BusLine[] }) {
  const { value, error } = useResource(plant);
  const isDescribed = (value?.length ?? 0) > 0;
  const devices = lines.flatMap(line => line.devices);
  const isHeard = devices.some(({ goodS }) => goodS !== null);
  if (!value && error?.details.status !== 404) return null;
  if (isDescribed && isHeard && devices.length > 1) return null;
  const steps = [
    { key: 'plant', isDone: isDescribed, href: '/config/impianto' },
    { key: 'devices', isDone: devices.length > 0, href: '#bus-search' },
    { key: 'numbers', isDone: isHeard, href: '/' },
  ] as const;
  return (
    <section className="c12" aria-label={t('bus.steps')}>
      <h2>{t('bus.steps')}</h2>
      <ol>
        {steps.map(({ key, isDone, href }) => (
          <li key={key}>
            <a href={href}>{t(`bus.step.${key}`)}</a> {isDone && <Icon name="check" label={t('bus.done')} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
