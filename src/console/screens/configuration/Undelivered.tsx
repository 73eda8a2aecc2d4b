import type { DeliveringService } from '../../../contract/push';
import type { PartProps } from '../../configuration/descriptor';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { type Json, numberOrNull, objectsIn, textIn, textOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { formatNumber } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { momentWords } from './Trial';

const deliveries = recordsOf('GET sistema/consegne');

interface Props extends Pick<PartProps, 'form'> {
  readonly of: DeliveringService;
}

/** Below a service: what it has not taken, from whom and since when. Only administrators may read it. */
export function Undelivered({ form, of }: Props) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value: [answer] = [] } = useResource(form.isReadOnly ? null : deliveries);
  return (
    <div role="status">
      <Refusals of={answer?.[of]} zone={zone} />
    </div>
  );
}

/** What another service does not take: a recipient, a message, a field of a measurement, topics. */
export function Refusals({ of, zone }: { readonly of: unknown; readonly zone: string }) {
  return objectsIn(of).map(each => (
    <p key={`${each.motivo} ${each.gruppo} ${each.campo}`}>{refusedWords(each, zone)}</p>
  ));
}

function refusedWords({ motivo, gruppo, campo, righe, da, ultimo }: Json, zone: string): string {
  const code = textIn(motivo);
  const reason = textOf('sharing', 'refusedFor', code) ?? textOf('trial', 'reason', code) ?? '';
  const what = [gruppo, campo].flatMap(each => textOrNull(each) ?? []).join(' / ');
  return t('trial.undelivered', {
    what: what ? `${what} (${reason})` : reason,
    number: formatNumber(numberOrNull(righe), 0),
    time: momentWords(da, zone),
    last: momentWords(ultimo, zone),
  });
}
