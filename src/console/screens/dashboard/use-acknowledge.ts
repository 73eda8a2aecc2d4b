import { useState } from 'react';
import { acknowledge } from '../../data/alarm-actions';
import type { Alarm } from '../../data/alarm-rows';
import { useSession } from '../../data/session';
import { acknowledgedWords, failedWords } from '../../ui/action-words';

/** One alarm is acknowledged at a press; what came of it is shown where it is not what was wished. */
export function useAcknowledge(zone: string) {
  const user = useSession()?.user ?? '';
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState({ message: '', isTold: false });
  return {
    isBusy,
    ...told,
    acknowledge: async ({ id }: Alarm) => {
      setBusy(true);
      const result = await acknowledge([id], '');
      setBusy(false);
      const isMine =
        result.kind === 'done' && result.alarms.every(({ acknowledged: action }) => action?.by === user);
      const message =
        result.kind === 'done' ? acknowledgedWords(result.alarms, user, zone) : failedWords(result);
      setTold({ message, isTold: !isMine });
    },
  };
}
