import { useState } from 'react';
import { isSavingData } from '../../browser/save-data';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Icon } from '../../ui/Icon';
import { diagramOf } from './diagram';
import { flat, upright } from './diagram-layout';
import { drawingWords, flowSummary } from './diagram-words';
import type { Live } from './live';
import { OneLineDrawing } from './OneLineDrawing';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly className: string;
}

/** The one-line diagram of the plant: horizontal on wide screens, vertical on narrow ones. */
export function OneLine({ view, className }: Props) {
  const { live } = view;
  return (
    <section className={`${className}${live ? '' : ' room'}${live && view.isOld ? ' stale' : ''}`}>
      {live ? <Content live={live} view={view} /> : <h2>{t('drawings.oneLine.title')}</h2>}
    </section>
  );
}

function Content({ live, view }: { readonly live: Live; readonly view: View }) {
  const [isPaused, setPaused] = useState(false);
  const isSparing = useLowTraffic() || isSavingData();
  const diagram = diagramOf(live, view, view.isOld && !view.past);
  const words = drawingWords(live, view.facts, diagram);
  const { production, exchange } = diagram;
  const canMove = !isSparing && !view.past && [production, exchange].some(({ flow }) => flow === 'live');
  return (
    <>
      <div className="ph">
        <h2>{t('drawings.oneLine.title')}</h2>
        {view.isOld ? (
          <AgeChip>{view.ageWords}</AgeChip>
        ) : (
          <small className="only-l">{flowSummary(live)}</small>
        )}
        {canMove && (
          <button
            type="button"
            className="q pause"
            aria-pressed={isPaused}
            aria-label={t('drawings.oneLine.pause')}
            onClick={() => setPaused(!isPaused)}
          >
            <Icon name="pause" />
          </button>
        )}
      </div>
      {[flat, upright].map(layout => (
        <OneLineDrawing
          key={layout.className}
          {...{ diagram, layout, words }}
          isMoving={canMove && !isPaused}
        />
      ))}
    </>
  );
}
