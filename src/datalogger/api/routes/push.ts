import type { SyslogBody, WebhookBody } from '../../../contract/push';
import type { Undelivered } from '../../integrations/delivery/undelivered';
import { hostOf } from '../../integrations/outgoing/http';
import type { Push } from '../../integrations/push/push';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { WebhookSettings } from '../../storage/config/service-settings';
import { type Handlers, ProblemError } from '../http/handler';
import { isSameReceiver, passwordFor } from '../support/secrets';
import {
  type AcceptService,
  hasPassword,
  type ServiceDeps,
  serviceHandlers,
} from '../support/service-handlers';

interface PushDeps extends ServiceDeps {
  readonly config: ConfigDatabase;
  readonly push: Push;
  readonly undelivered: Undelivered;
}

type PushKey = Extract<keyof Handlers, `${string} sistema/${'webhook' | 'syslog' | 'consegne'}${string}`>;

export function pushHandlers(deps: PushDeps): Pick<Handlers, PushKey> {
  const { push, undelivered } = deps;
  const { services } = deps.config;
  const webhook = serviceHandlers(deps, {
    ...common('webhook'),
    settings: services.webhook,
    accept: acceptWebhook,
    hostsOf: hostOfUrl,
    said: stored => ({ ...hasPassword(stored), ultimo_invio: push.webhook.lastSentAt }),
  });
  const syslog = serviceHandlers(deps, {
    ...common('syslog'),
    settings: services.syslog,
    accept: acceptSyslog,
    hostsOf: hostOfServer,
    said: () => ({ ultimo_invio: push.syslog.lastSentAt }),
  });
  return {
    'GET sistema/consegne': () => undelivered.state(),
    'GET sistema/webhook': webhook.read,
    'PUT sistema/webhook': webhook.change,
    'POST sistema/webhook/prova': webhook.trial((value, secret) => push.tryWebhook(value, secret)),
    'GET sistema/syslog': syslog.read,
    'PUT sistema/syslog': syslog.change,
    'POST sistema/syslog/prova': syslog.trial(value => push.trySyslog(value)),
  };
}

const common = (name: 'webhook' | 'syslog') => ({
  action: 'push' as const,
  object: `sistema/${name}`,
  onField: 'abilitato' as const,
});

const hostOfUrl = ({ url }: WebhookBody) => ({ url: url === '' ? '' : hostOf(new URL(url)) });
const hostOfServer = ({ server }: SyslogBody) => ({ server });

const needed = (campo: string) => new ProblemError(422, 'required', 'Needed to tell alarms.', { campo });

/** 422 for settings that cannot work. */
const acceptWebhook: AcceptService<WebhookBody, WebhookSettings> = ({ password, ...value }, stored) => {
  if (value.abilitato && value.url === '') throw needed('url');
  if (value.abilitato && value.formato === 'telegram' && value.chat === '') throw needed('chat');
  return { value, secret: passwordFor(password, stored.secret, isSameReceiver(stored.value, value)) };
};

const acceptSyslog: AcceptService<SyslogBody, SyslogBody> = value => {
  if (value.abilitato && value.server === '') throw needed('server');
  return { value, secret: null };
};
