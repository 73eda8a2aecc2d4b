/** Names of the symbols in sprite.svg: controls, states of a device (waveforms) and the logo. */
export type IconName =
  | 'att'
  | 'check'
  | 'chev'
  | 'clock'
  | 'close'
  | 'down'
  | 'find'
  | 'lim'
  | 'lock'
  | 'logo'
  | 'menu'
  | 'nocom'
  | 'out'
  | 'pause'
  | 'plus'
  | 'print'
  | 'prod'
  | 'start'
  | 'stop'
  | 'theme'
  | 'tool'
  | 'unlink'
  | 'warn';

interface Props {
  readonly name: IconName;
  /** The accessible name where no text stands beside the icon; without it the icon is hidden from screen readers. */
  readonly label?: string;
  /** Additional classes, such as `chev`. */
  readonly className?: string;
}

/** A line icon in the colour of the text. */
export function Icon({ name, label, className = '' }: Props) {
  const classes = `i ${className}`.trim();
  if (label === undefined) {
    return (
      <svg className={classes} aria-hidden="true">
        <use href={`#${name}`} />
      </svg>
    );
  }
  return (
    <svg className={classes} role="img" aria-label={label}>
      <use href={`#${name}`} />
    </svg>
  );
}
