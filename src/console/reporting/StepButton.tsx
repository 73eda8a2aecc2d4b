import { Icon } from '../ui/Icon';

interface Props {
  readonly label: string;
  readonly isBack?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** To the time before or after the one that is shown. */
export function StepButton({ label, isBack = false, isDisabled, onClick }: Props) {
  return (
    <button
      type="button"
      className={isBack ? 'o keep back' : 'o keep'}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name="chev" />
    </button>
  );
}
