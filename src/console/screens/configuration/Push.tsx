import { SyslogBody, WebhookBody, webhookExamples, webhookFormats } from '../../../contract/push';
import { type PartProps, panelScreen, shownIf } from '../../configuration/descriptor';
import { Panel } from '../../configuration/Panel';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { timeOrNull } from '../../data/read';
import { useResource } from '../../data/use-resource';
import { t, textOf } from '../../i18n/translate';
import { clearText, isHttps } from './service-rules';
import { isOn } from './system-panels';
import { momentWords, Trial } from './Trial';
import { Undelivered } from './Undelivered';

const ruleFields = ['lingua', 'priorita_minima', 'gruppo', 'dopo', 'dalle', 'alle', 'massimo_ora'] as const;

const webhook = panelScreen({
  title: 'push.webhook',
  source: { read: 'GET sistema/webhook', change: 'PUT sistema/webhook' },
  schema: WebhookBody,
  words: 'pushField',
  fields: ['abilitato', 'formato', 'url', 'chat', 'password', 'impronta', ...ruleFields],
  rules: {
    // The secret of `json` signs and is not sent.
    findingsOf: ({ url, formato }) =>
      clearText('url', url.startsWith('http:') && (formato !== 'json' || url.includes('{'))),
    shown: {
      ...shownIf(isOn, 'formato', 'url', 'password', ...ruleFields),
      chat: values => isOn(values) && values.formato === 'telegram',
      impronta: values => isOn(values) && isHttps(values),
    },
  },
  Parts: ({ form, record }: PartProps) => {
    const format = webhookFormats.find(each => each === form.draft.formato);
    if (!isOn(form.draft) || !format) return null;
    const example = `https://${webhookExamples[format]}`;
    return (
      <>
        <p>{textOf('push', 'how', format)}</p>
        {format !== 'json' && form.draft.url !== example && (
          <div className="row">
            <button type="button" className="o" onClick={() => form.set('url', example)}>
              {t('push.example')}
            </button>
          </div>
        )}
        <Trial form={form} call="POST sistema/webhook/prova" />
        <Undelivered form={form} of="webhook" />
        <LastSent record={record} />
      </>
    );
  },
});

const syslog = panelScreen({
  title: 'push.syslog',
  source: { read: 'GET sistema/syslog', change: 'PUT sistema/syslog' },
  schema: SyslogBody,
  words: 'pushField',
  fields: ['abilitato', 'server', 'porta', 'trasporto', 'impronta', ...ruleFields],
  rules: {
    shown: {
      ...shownIf(isOn, 'server', 'porta', 'trasporto', ...ruleFields),
      impronta: values => isOn(values) && values.trasporto === 'tls',
    },
  },
  Parts: ({ form, record }: PartProps) =>
    isOn(form.draft) ? (
      <>
        <Trial form={form} call="POST sistema/syslog/prova" />
        <Undelivered form={form} of="syslog" />
        <LastSent record={record} />
      </>
    ) : null,
});

function LastSent({ record }: Pick<PartProps, 'record'>) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  if (timeOrNull(record.ultimo_invio) === null) return null;
  return <p>{t('push.last', { time: momentWords(record.ultimo_invio, zone) })}</p>;
}

export const pushPanels = [webhook, syslog];

/** The services that alarms are sent to, besides e-mail: each is saved on its own. */
export function Push() {
  return pushPanels.map(panel => <Panel key={panel.title} screen={panel} isReadOnly={false} />);
}
