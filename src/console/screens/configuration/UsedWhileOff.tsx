import type { PartProps } from '../../configuration/descriptor';
import { Uses } from '../../configuration/Uses';
import { textsIn } from '../../data/read';

interface Props extends PartProps {
  /** Who uses it besides those that its record names. */
  readonly others?: readonly string[];
}

/** Of a service that is being switched off: who uses it. */
export function UsedWhileOff({ form, record: { abilitata, usata_da }, others = [] }: Props) {
  if (abilitata !== true || form.draft.abilitata !== false) return null;
  const names = textsIn(usata_da);
  return (
    <div role="status">
      <Uses users={[...names, ...others]} figures={[]} />
    </div>
  );
}
