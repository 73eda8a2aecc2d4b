import type { AlarmRuleUpdate } from '../../contract/alarm-rules';
import type { RuleRecord } from '../storage/alarms/rules';
import { catalogue } from './catalogue';
import type { Rule } from './model';

/** A rule of the catalogue with the changes that are configured. */
export interface ConfiguredRule {
  readonly rule: Rule;
  readonly changed: AlarmRuleUpdate;
  /** 1 until it is changed for the first time. */
  readonly version: number;
}

/**
 * The whole catalogue by code. Changes of rules that the catalogue no longer has are ignored. `delays`: seconds until alarms that are
 * configured with their device, where the rule itself is not changed.
 */
export function configuredRules(
  records: readonly RuleRecord[],
  delays: Readonly<Record<string, number>> = {},
): ReadonlyMap<string, ConfiguredRule> {
  const byCode = new Map(records.map(record => [record.code, record]));
  return new Map(
    catalogue.map(rule => {
      const { changed = {}, version = 1 } = byCode.get(rule.code) ?? {};
      const delivered = { ...rule, onDelayS: delays[rule.code] ?? rule.onDelayS };
      return [rule.code, { rule: withChanges(delivered, changed), changed, version }];
    }),
  );
}

function withChanges(rule: Rule, changed: AlarmRuleUpdate): Rule {
  return {
    ...rule,
    isEnabled: changed.abilitato ?? rule.isEnabled,
    priority: changed.priorita ?? rule.priority,
    threshold: changed.soglia ?? rule.threshold,
    hysteresis: changed.isteresi ?? rule.hysteresis,
    onDelayS: changed.ritardo_on ?? rule.onDelayS,
    offDelayS: changed.ritardo_off ?? rule.offDelayS,
    minPoa: changed.poa_min ?? rule.minPoa,
  };
}
