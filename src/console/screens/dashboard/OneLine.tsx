import { useState } from 'react';
import { isSavingData } from '../../browser/save-data';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Icon } from '../../ui/Icon';
import { diagramOf } from './diagram';
import { flat, upright } from './diagram-layout';
import { drawingWords, flowSummary } from './diagram-words';
import { OneLineDrawing } from './OneLineDrawing';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly className: string;
}

/** The one-line diagram of the plant: flat on wide screens, upright on narrow ones. */
export function OneLine({ view, className }: Props) {
  const [isPaused, setPaused] = useState(false);
  const canMove = !useLowTraffic() && !isSavingData() && !view.isOld && view.live !== null;
  const { live, facts } = view;
  const isMoving = canMove && !isPaused;
  if (!live)
    return (
      <section className={className}>
        <h2>{t('dashboard.oneLine.title')}</h2>
      </section>
    );
  const diagram = diagramOf(live, facts, view.isOld);
  const words = drawingWords(live, facts, diagram);
  return (
    <section className={view.isOld ? `${className} stale` : className}>
      <div className="ph">
        <h2>{t('dashboard.oneLine.title')}</h2>
        {view.isOld ? (
          <AgeChip>{view.ageWords}</AgeChip>
        ) : (
          <small className="only-l">{flowSummary(live)}</small>
        )}
        {canMove && (
          <button
            type="button"
            className="q"
            aria-pressed={isPaused}
            aria-label={t('dashboard.oneLine.pause')}
            onClick={() => setPaused(!isPaused)}
          >
            <Icon name="pause" />
          </button>
        )}
      </div>
      {[flat, upright].map(layout => (
        <OneLineDrawing key={layout.className} {...{ diagram, layout, words, isMoving }} />
      ))}
    </section>
  );
}
