import { t } from '../../i18n/translate';

const looks = ['table', 'tiles'] as const;
export type Look = (typeof looks)[number];

interface Props {
  readonly look: Look;
  readonly onChoose: (look: Look) => void;
}

/** A row for each inverter, or a tile. */
export function LookChoice({ look, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset of a form
    <div className="seg end" role="group" aria-label={t('inverters.view.title')}>
      {looks.map(each => (
        <button key={each} type="button" aria-pressed={each === look} onClick={() => onChoose(each)}>
          {t(`inverters.view.${each}`)}
        </button>
      ))}
    </div>
  );
}
