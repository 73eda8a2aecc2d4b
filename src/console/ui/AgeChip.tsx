import { Icon } from './Icon';

/** Marks values that are not current, e.g. "dati delle 13:36". */
export function AgeChip({ children }: { readonly children: string }) {
  return (
    <span className="age" translate="no">
      <Icon name="clock" />
      {children}
    </span>
  );
}
