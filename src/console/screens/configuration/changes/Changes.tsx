import type { FieldChange } from '../../../data/audit';
import { type Line, linesOf } from './change-words';
import { usePlaces } from './use-places';

interface Props {
  readonly object: string;
  /** What was changed together. */
  readonly changes: readonly FieldChange[];
  readonly zone: string;
}

/** Before and after, field by field, in the words of the object's form. */
export function Changes({ object, changes, zone }: Props) {
  const places = usePlaces(object, changes);
  const lines = places?.flatMap(([change, place]) =>
    linesOf(place, { object, change, together: changes, zone }),
  );
  return <ChangeLines lines={lines ?? []} />;
}

export function ChangeLines({ lines }: { readonly lines: readonly Line[] }) {
  return lines.map(({ label, old, next }) => (
    <div key={label}>
      {label}: {old} → <b>{next}</b>
    </div>
  ));
}
