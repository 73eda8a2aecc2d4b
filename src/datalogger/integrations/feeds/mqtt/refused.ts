import type { MqttSettings } from '../../../storage/config/feed-settings';
import type { Refused } from '../../delivery/refusals';
import type { Origin } from '../influx-lines';
import { baseOf } from './connection';
import { discoveryOf } from './discovery';
import { emptied } from './messages';
import type { Message } from './packets';
import { type RefusedMessage, reasonOfCode } from './publisher';

/** Refused messages, counted by the topics that they are of: `base/inverter/+` for all inverters. */
export function refusedBy(refused: readonly RefusedMessage[]): Refused[] {
  return refused.map(({ message, code }) => {
    const reason = reasonOfCode(code);
    return {
      reason:
        reason === 'permesso' || reason === 'troppo_grande' || reason === 'disco_pieno' ? reason : 'altro',
      measurement: topicsOf(message.topic),
      field: null,
      lines: 1,
    };
  });
}

/** A filter as subscriptions write it. */
const topicsOf = (topic: string) =>
  topic.startsWith('homeassistant/') ? 'homeassistant/#' : topic.replace(/\/\d+(?=\/|$)/, '/+');

/** A message that nobody keeps, and empty ones below the topics that the feed writes to. */
export function trialMessages(value: MqttSettings, origin: Origin): Message[] {
  const base = baseOf(value, origin);
  const entities = value.scoperta ? [`${discoveryOf(origin.serial, 'sensor')}/prova/config`] : [];
  return [
    { topic: `${base}/prova`, payload: 'ok', isRetained: false },
    ...[...value.contenuto.map(group => `${base}/${group}/prova`), ...entities].map(emptied),
  ];
}
