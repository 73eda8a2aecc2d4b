import type { BodyOf } from '../../../contract';
import type { AlarmRule } from '../../../contract/alarm-rules';
import type { ConfiguredRule } from '../../alarms/configured-rules';
import { changesBetween } from '../../storage/config/audit';
import { type Handlers, notFound, ProblemError, requireVersion, Versioned } from '../http/handler';
import type { AlarmDeps } from '../support/alarms-access';

type RuleKey = 'GET config/allarmi' | 'PUT config/allarmi/:codice';

export function alarmRuleHandlers(deps: AlarmDeps): Pick<Handlers, RuleKey> {
  const { alarms, record } = deps;
  const existing = (code: string) => {
    const configured = alarms.rule(code);
    if (!configured) throw notFound();
    return configured;
  };
  const answer = (configured: ConfiguredRule): AlarmRule => {
    const mai = alarms.neverBecause(configured.rule.code);
    return { ...ruleOf(configured), ...(mai ? { mai } : {}) };
  };
  return {
    'GET config/allarmi': () => alarms.rules().map(answer),
    'PUT config/allarmi/:codice': ({ params, body, caller, ifMatch }) => {
      const configured = existing(params.codice);
      requireVersion(ifMatch, configured.version);
      refuseMissing(configured, body);
      alarms.changeRule(configured, body);
      const changes = changesBetween(ruleOf(configured), body);
      record(caller, 'alarm.rule', `config/allarmi/${params.codice}`, { changes });
      const changed = existing(params.codice);
      return new Versioned(answer(changed), changed.version);
    },
  };
}

/** 422 with the field for a setting that the rule does not use. */
function refuseMissing({ rule }: ConfiguredRule, body: BodyOf<'PUT config/allarmi/:codice'>): void {
  const comparisons = { soglia: rule.threshold, isteresi: rule.hysteresis, poa_min: rule.minPoa };
  for (const [campo, value] of Object.entries(comparisons)) {
    if (value !== null || !(campo in body)) continue;
    throw new ProblemError(422, 'not_allowed', `${rule.code} has no such setting.`, { campo });
  }
}

function ruleOf({ rule, version }: ConfiguredRule): AlarmRule {
  return {
    codice: rule.code,
    abilitato: rule.isEnabled,
    priorita: rule.priority,
    soglia: rule.threshold,
    unita: rule.unit,
    isteresi: rule.hysteresis,
    ritardo_on: rule.onDelayS,
    ritardo_off: rule.offDelayS,
    poa_min: rule.minPoa,
    versione: version,
  };
}
