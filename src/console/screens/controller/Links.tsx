import { markOfCode } from '../../data/alarm-of-code';
import { currentAlarmsOf, useCurrent } from '../../data/current-alarms';
import type { DeviceStatus } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import { DeviceSign } from '../../device-screens/DeviceSign';
import { formatQuantity, formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
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
  /** Code of the alarm for a fault of this link (domain brief, section 3); null if absent. */
  readonly alarm: string | null;
}

const dayS = 86_400;
const alarmsOfLinks = currentAlarmsOf({ tipo: 'cci,spi,ups' });

/** What the controller depends on: communication lines, clock, power supply, certificate. */
export function Links(props: Props) {
  const alarms = useCurrent(alarmsOfLinks).value?.alarms ?? [];
  return (
    <table className="links">
      <tbody translate="no">
        {linksOf(props).map(({ name, isGood, word, alarm }) => {
          const mark = alarm === null ? undefined : markOfCode(alarms, alarm);
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {isGood === true && !mark && <Icon name="check" />}
                <DeviceSign mark={mark} isStale={props.isStale} /> {isGood === null ? missing : word}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function linksOf({ controller, status, zone }: Props): readonly Link[] {
  const { certificateDays, offsetMs, isClockSynced } = controller;
  const line = (name: string, isGood: boolean | null, alarm: string | null): Link => ({
    name,
    isGood,
    word: t(isGood ? 'controller.link.up' : 'controller.link.down'),
    alarm,
  });
  const due = certificateDays === null ? null : plantNowMs() / 1000 + certificateDays * dayS;
  return [
    line(t('controller.link.operator'), controller.isOperatorLinked, 'CCI01'),
    line(t('controller.link.market'), controller.isMarketLinked, null),
    line(t('controller.link.protection'), controller.isProtectionLinked, 'SPI09'),
    {
      name: t('controller.link.clock'),
      isGood: isClockSynced,
      word: t(isClockSynced ? 'controller.link.synced' : 'controller.link.notSynced', {
        offset: formatQuantity(offsetMs, 0, 'ms'),
      }),
      alarm: 'CCI04',
    },
    supply(status),
    {
      name: t('controller.link.certificate'),
      isGood: certificateDays === null ? null : certificateDays >= certificateSoonDays,
      word: t('controller.link.until', { date: formatTime(due, zone, 'date') }),
      alarm: 'CCI05',
    },
  ];
}

/** The contacts as the specification defines them: mains '0' present, battery '0' low. */
function supply(status: Props['status']): Link {
  const name = t('controller.link.ups');
  const { acContact = null, batteryContact = null } = status ?? {};
  if (acContact === null) return { name, isGood: null, word: missing, alarm: null };
  if (batteryContact === '0') {
    return { name, isGood: false, word: t('controller.link.batteryLow'), alarm: 'UPS02' };
  }
  const isOnMains = acContact === '0';
  return {
    name,
    isGood: isOnMains,
    word: t(isOnMains ? 'controller.link.onMains' : 'controller.link.onBattery'),
    alarm: 'UPS01',
  };
}
