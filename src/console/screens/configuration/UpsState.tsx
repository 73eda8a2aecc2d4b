import type { PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { numberWithin, readObject, textOrNull, textsIn, timeOrNull } from '../../data/read';
import { resource } from '../../data/resource';
import { useResource } from '../../data/use-resource';
import { formatDuration, formatList, formatQuantity, formatTime } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';

interface UpsFacts {
  /** Words of NUT's `ups.status`. */
  readonly flags: readonly string[];
  readonly chargePercent: number | null;
  readonly runtimeS: number | null;
  readonly inputVolts: number | null;
  readonly readAtS: number | null;
  readonly reason: string | null;
  readonly canTest: boolean;
}

/** Words of `ups.status` that call for a look at the UPS. */
const troubles = new Set(['OB', 'LB', 'RB', 'OVER', 'OFF', 'FSD', 'ALARM']);

function readUps(raw: unknown): UpsFacts {
  const { stato, carica, autonomia, tensione, letto, motivo, prova } = readObject(raw, 'a UPS');
  return {
    flags: textsIn(stato),
    chargePercent: numberWithin(carica, 0, 100),
    runtimeS: numberWithin(autonomia, 0, 30 * 86_400),
    inputVolts: numberWithin(tensione, 0, 1000),
    readAtS: timeOrNull(letto),
    reason: textOrNull(motivo),
    canTest: prova === true,
  };
}

const ups = resource('GET impianto/:id/ups', { params: { id: '1' } }, readUps, {
  everyMs: 5000,
  isLive: true,
});

/** Below the UPS: what its server reports now, or why it reports nothing. */
export function UpsState({ record }: PartProps) {
  const { value } = useResource(ups);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  if (record.ups !== true || record.interfaccia !== 'nut' || !value) return null;
  const isRead = value.flags.length > 0;
  return (
    <div className="note">
      <Icon name={isRead && !value.flags.some(flag => troubles.has(flag)) ? 'check' : 'warn'} />
      <div>
        <p role="status">
          {isRead ? (
            <b>{stateWords(value)}</b>
          ) : (
            t('upsState.silent', { reason: reasonWords(value.reason ?? '') })
          )}
        </p>
        {isRead && <p>{t('upsState.readAt', { time: formatTime(value.readAtS, zone, 'clock') })}</p>}
        {isRead && <p>{t(value.canTest ? 'upsState.test' : 'upsState.noTest')}</p>}
        <p>{t('upsState.clear')}</p>
      </div>
    </div>
  );
}

/** Why the UPS is not read: what NUT says, or why the connection failed. */
const reasonWords = (reason: string) =>
  textOf('upsState', 'reason', reason) ?? textOf('trial', 'reason', reason) ?? t('upsState.waiting');

function stateWords({ flags, chargePercent, runtimeS, inputVolts }: UpsFacts): string {
  const words = flags.map(flag => textOf('upsState', 'flag', flag) ?? flag);
  const values = [
    chargePercent !== null && t('upsState.charge', { value: formatQuantity(chargePercent, 0, '%') }),
    runtimeS !== null && t('upsState.runtime', { value: formatDuration(runtimeS) }),
    inputVolts !== null && t('upsState.input', { value: formatQuantity(inputVolts, 0, 'V') }),
  ];
  return formatList([...words, ...values.filter(value => value !== false)]);
}
