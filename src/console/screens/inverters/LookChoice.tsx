import { t } from '../../i18n/translate';
import { Segments } from '../../ui/Segments';

const looks = ['table', 'tiles'] as const;
export type Look = (typeof looks)[number];

interface Props {
  readonly look: Look;
  readonly onChoose: (look: Look) => void;
}

/** A row for each inverter, or a tile. */
export function LookChoice({ look, onChoose }: Props) {
  return (
    <Segments
      className="end"
      label={t('inverters.view.title')}
      values={looks}
      value={look}
      word={each => t(`inverters.view.${each}`)}
      onChoose={onChoose}
    />
  );
}
