import { useEffect, useRef } from 'react';
import { WorkPlan } from '../../../../contract/work-forms';
import { mostAlarms, mostSteps } from '../../../../contract/work-limits';
import { changeSearch, searchWith } from '../../../browser/search';
import { newId } from '../../../configuration/use-open-record';
import { alarmDetail } from '../../../data/alarm-detail';
import { consequencesOf } from '../../../data/alarms';
import type { ConfigRecord } from '../../../data/records';
import { useSession } from '../../../data/session';
import { useResource } from '../../../data/use-resource';
import { editsOfRecord } from '../../../form/copy';
import { draftKey, writeDraft } from '../../../form/drafts';
import { useLanguage } from '../../../i18n/translate';
import { alarmName } from '../../../ui/alarm-words';
import { stepsOf } from '../ticks';

/**
 * Begins an order for the alarm in the address, where it has none yet: for it and what follows from it, with the steps of its advice.
 * `known`: the orders for this alarm, undefined before they are read.
 */
export function usePrefill(alarmId: number, known: readonly ConfigRecord[] | undefined): void {
  const language = useLanguage();
  const user = useSession()?.user ?? '';
  const { value: detail } = useResource(alarmId > 0 ? alarmDetail(alarmId, language) : null);
  const { value: followed } = useResource(alarmId > 0 ? consequencesOf(alarmId, null) : null);
  const done = useRef(0);
  useEffect(() => {
    if (!detail || !followed || !known || done.current === alarmId) return;
    done.current = alarmId;
    if (known.length > 0) return;
    const ids = new Set([alarmId, ...followed.alarms.map(({ id }) => id)]);
    const advice = detail.advice.find(([which]) => which === 'action')?.[1] ?? '';
    const order = {
      titolo: alarmName(detail.alarm).slice(0, 120),
      allarmi: [...ids].slice(0, mostAlarms),
      passi: stepsOf(advice)
        .slice(0, mostSteps)
        .map(testo => ({ testo: testo.slice(0, 200), fatto: false })),
    };
    writeDraft(draftKey(user, `lavori/${newId}`), editsOfRecord(WorkPlan, order));
    changeSearch(searchWith('id', newId), false);
  }, [detail, followed, known, alarmId, user]);
}
