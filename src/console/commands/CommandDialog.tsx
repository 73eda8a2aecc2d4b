import './commands.css';
import { type FormEvent, useState } from 'react';
import { typedNumber } from '../../contract/typed-number';
import type { ApiError } from '../data/api-error';
import { confirmCommand, type Selected, selectCommand } from '../data/commands';
import { useConnection } from '../data/connection';
import { nowMs } from '../data/monotonic';
import { decimalMark } from '../i18n/format';
import { t } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { NotProvided } from '../ui/NotProvided';
import { Confirm } from './Confirm';
import type { OfferedCommand, StageProps } from './offered-command';
import { Progress } from './Progress';

type Stage =
  | { readonly kind: 'enter' }
  | { readonly kind: 'confirm'; readonly selected: Selected }
  | { readonly kind: 'progress'; readonly selected: Selected; readonly sinceMs: number };

interface Props {
  readonly offer: OfferedCommand;
  readonly onClose: () => void;
}

/** Two steps: the request, then a confirmation of the changes. Afterwards the measured state shows whether the command was executed. */
export function CommandDialog({ offer, onClose }: Props) {
  const [stage, setStage] = useState<Stage>({ kind: 'enter' });
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isLost = useConnection().state === 'lost';

  async function select(value: number | undefined) {
    setBusy(true);
    const wish = { oggetto: offer.object, azione: offer.action };
    const result = await selectCommand(value === undefined ? wish : { ...wish, valore: value });
    setBusy(false);
    setError(result.kind === 'refused' ? result.error : null);
    if (result.kind === 'done') setStage({ kind: 'confirm', selected: result.value });
  }

  async function confirm(selected: Selected) {
    setBusy(true);
    const result = await confirmCommand(selected);
    setBusy(false);
    setError(result.kind === 'refused' ? result.error : null);
    // Without an answer it is unknown whether the command was executed: the measured state will show it.
    const isSent = result.kind === 'done' || result.error.isOutage;
    if (isSent) setStage({ kind: 'progress', selected, sinceMs: nowMs() });
    else setStage({ kind: 'enter' });
  }

  const common = { offer, isBusy, isLost, onClose };
  return (
    <Dialog title={offer.title} className="command" onClose={onClose}>
      {error && (
        <div className="note err" role="alert">
          {error.isNotProvided && error.details.path === 'comandi' ? (
            <NotProvided path="comandi" />
          ) : (
            refusalWords(error)
          )}
        </div>
      )}
      {stage.kind === 'enter' && <Enter {...common} onSelect={value => void select(value)} />}
      {stage.kind === 'confirm' && (
        <Confirm
          {...common}
          selected={stage.selected}
          onAgain={() => setStage({ kind: 'enter' })}
          onConfirm={() => void confirm(stage.selected)}
        />
      )}
      {stage.kind === 'progress' && <Progress {...common} {...stage} />}
    </Dialog>
  );
}

function Enter({
  offer,
  isBusy,
  isLost,
  onClose,
  onSelect,
}: StageProps & { readonly onSelect: (value: number | undefined) => void }) {
  const { value } = offer;
  const [typed, setTyped] = useState(String(value?.initial ?? '').replace('.', decimalMark()));
  const number = value && typedNumber(typed, decimalMark());
  const isNumber = value === null || number !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) onSelect(number ?? undefined);
  };
  return (
    <form onSubmit={submit}>
      {value && (
        <label className="fld">
          <span>{value.label}</span>
          <span className="unit">
            <input
              inputMode={value.isSigned ? 'text' : 'decimal'}
              value={typed}
              aria-invalid={isNumber ? undefined : true}
              onInput={event => setTyped(event.currentTarget.value)}
            />
            {value.unit}
          </span>
          <small>
            {isNumber ? `${offer.textOf(number ?? null)}. ${value.hint}` : t('command.notNumber')}
          </small>
        </label>
      )}
      <p>{t(isLost ? 'command.lost' : 'command.twoSteps')}</p>
      <div className="row">
        <button type="submit" disabled={isBusy || isLost || !isNumber} aria-busy={isBusy}>
          {t('command.go')}
        </button>
        <button type="button" className="o" onClick={onClose}>
          {t('command.cancel')}
        </button>
      </div>
    </form>
  );
}

const refusalWordKeys = {
  device_silent: 'command.refusal.device_silent',
  command_expired: 'command.refusal.command_expired',
  not_found: 'command.refusal.command_expired',
  too_soon: 'command.refusal.too_soon',
  too_low: 'command.refusal.outOfRange',
  too_high: 'command.refusal.outOfRange',
  forbidden: 'command.refusal.forbidden',
} as const;

const hasOwnWords = (code: string): code is keyof typeof refusalWordKeys =>
  Object.hasOwn(refusalWordKeys, code);

/** Why a command was not accepted, and what the user can do. */
function refusalWords({ details, isOutage }: ApiError): string {
  const { code = '', by = '' } = details;
  if (code === 'in_use') return t('command.refusal.in_use', { user: by });
  if (hasOwnWords(code)) return t(refusalWordKeys[code]);
  return t(isOutage ? 'command.refusal.unanswered' : 'command.refusal.other');
}
