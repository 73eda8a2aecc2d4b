import { Icon } from './Icon';

/** The mark of values that are not of now, such as "dati delle 13:36". */
export function AgeChip({ children }: { readonly children: string }) {
  return (
    <span className="age">
      <Icon name="clock" />
      {children}
    </span>
  );
}
