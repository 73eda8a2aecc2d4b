import type { DeviceStatus } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import { formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type AlarmPriority, AlarmSign } from '../../ui/AlarmSign';
import { Icon } from '../../ui/Icon';
import type { Controller } from './controller-live';
import { certificateSoonDays } from './words';

interface Props {
  readonly controller: Controller;
  readonly status: DeviceStatus | null | undefined;
  readonly zone: string;
  readonly isStale: boolean;
}

interface Link {
  readonly name: string;
  readonly isGood: boolean | null;
  readonly word: string;
  /** Of the alarm that stands for a bad one (domain brief, section 3). */
  readonly priority: AlarmPriority;
}

const dayS = 86_400;

/** What the controller depends on: lines, clock, supply, certificate. */
export function Links(props: Props) {
  return (
    <table className="links">
      <tbody>
        {linksOf(props).map(({ name, isGood, word, priority }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {isGood === true && <Icon name="check" />}
              {isGood === false && <AlarmSign priority={priority} look={props.isStale ? 'off' : 'active'} />}{' '}
              {isGood === null ? missing : word}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function linksOf({ controller, status, zone }: Props): readonly Link[] {
  const { certificateDays, offsetMs, isClockSynced } = controller;
  const line = (name: string, isGood: boolean | null): Link => ({
    name,
    isGood,
    word: t(isGood ? 'controller.link.up' : 'controller.link.down'),
    priority: 2,
  });
  const due = certificateDays === null ? null : plantNowMs() / 1000 + certificateDays * dayS;
  return [
    line(t('controller.link.operator'), controller.isOperatorLinked),
    line(t('controller.link.market'), controller.isMarketLinked),
    line(t('controller.link.protection'), controller.isProtectionLinked),
    {
      name: t('controller.link.clock'),
      isGood: isClockSynced,
      word: t(isClockSynced ? 'controller.link.synced' : 'controller.link.notSynced', {
        offset: formatQuantity(offsetMs, 0, 'ms'),
      }),
      priority: 3,
    },
    supply(status),
    {
      name: t('controller.link.certificate'),
      isGood: certificateDays === null ? null : certificateDays >= certificateSoonDays,
      word: t('controller.link.until', { date: formatTime(due, zone, 'date') }),
      priority: 3,
    },
  ];
}

/** The contacts as the specification has them: mains '0' present, battery '0' low. */
function supply(status: Props['status']): Link {
  const name = t('controller.link.ups');
  const { acContact = null, batteryContact = null } = status ?? {};
  if (acContact === null) return { name, isGood: null, word: missing, priority: 2 };
  if (batteryContact === '0') {
    return { name, isGood: false, word: t('controller.link.batteryLow'), priority: 1 };
  }
  const isOnMains = acContact === '0';
  return {
    name,
    isGood: isOnMains,
    word: t(isOnMains ? 'controller.link.onMains' : 'controller.link.onBattery'),
    priority: 2,
  };
}
