import { pointOf } from '../../contract/points';
import type { RefusalNote } from '../../contract/refusals';
import { formatDuration, formatQuantity, missing } from '../i18n/format';
import { t } from '../i18n/translate';
import { Lazy } from '../ui/Lazy';

interface Props {
  readonly refusal: RefusalNote;
  readonly unit: string;
  readonly decimals: number;
}

/** Why a value is not shown, and the newest one that was not refused with its age. */
function wordsOf({ refusal: { reason, last, ageS }, unit, decimals }: Props): string {
  const why = t(`refused.${reason}`);
  if (last === null || ageS === null) return why;
  const value = formatQuantity(last, decimals, unit);
  return `${why}; ${t('refused.last', { value, time: formatDuration(ageS) })}`;
}

const parts = ['drawer'] as const;

function Mark(props: Props) {
  const words = wordsOf(props);
  return (
    <span title={words}>
      {missing}
      <span className="sr"> {words}</span>
    </span>
  );
}
const loadMark = async () => Mark;

/** The dash in place of a refused value in a table: its reason is the tooltip, and text for screen readers. */
export function RefusedDash(props: Props) {
  return <Lazy load={loadMark} parts={parts} props={props} waiting={missing} />;
}

function Text(props: Props) {
  return <small> {wordsOf(props)}</small>;
}
const loadText = async () => Text;

/** The same as text beside the dash, where there is room, as in the drawer of a device. */
export function RefusedText(props: Props) {
  return <Lazy load={loadText} parts={parts} props={props} />;
}

interface ListProps {
  readonly refused: readonly RefusalNote[];
  readonly group: 'spi' | 'cci';
  /** What the screen calls a point. */
  readonly nameOf: (point: string) => string;
}

/** Every refused value of a device, where the screen shows dashes in drawings. */
export function RefusedList({ refused, group, nameOf }: ListProps) {
  return refused.map(refusal => {
    const [unit = '', decimals = 1] = pointOf(group, refusal.point) ?? [];
    return (
      <p key={refusal.point} className="u">
        {nameOf(refusal.point)}:<RefusedText {...{ refusal, unit, decimals }} />
      </p>
    );
  });
}
