import { useState } from 'react';
import { isSavingData } from '../../browser/save-data';
import { useLowTraffic } from '../../data/traffic';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { Icon } from '../../ui/Icon';
import { Lazy } from '../../ui/Lazy';
import { TouchStage } from '../../ui/TouchStage';
import { diagramOf } from './diagram';
import { flat, upright } from './diagram-layout';
import { drawingWords, flowSummary } from './diagram-words';
import type { Live } from './live';
import { OneLineDrawing } from './OneLineDrawing';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly className: string;
  /** The balance of the day is not loaded before somebody asks for it. */
  readonly isSparing: boolean;
}

const loadDay = () => import('./balance/Day').then(module => module.Day);
/** Nothing moves below a pointer when the balance comes. */
const dayRoom = <div style={{ height: '3.9rem' }} />;
const loadTouched = () => import('./touch/TouchedDevice').then(module => module.TouchedDevice);

/**
 * The one-line diagram of the plant: horizontal on wide screens, vertical on narrow ones. The balance of the day comes first, and while it is
 * dark what the day was like: in the same panel, as the rows of the sheet are taken. A moment of the past has neither.
 */
export function OneLine({ view, className, isSparing }: Props) {
  const { live } = view;
  return (
    <section className={`${className}${live ? '' : ' room'}${live && view.isOld ? ' stale' : ''}`}>
      {live && !view.past && <Lazy load={loadDay} props={{ live, view, isSparing }} waiting={dayRoom} />}
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
          <small className="only-l" translate="no">
            {flowSummary(live)}
          </small>
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
      <TouchStage
        label={t('drawings.oneLine.title')}
        load={loadTouched}
        props={{ live, view, diagram, words }}
      >
        {[flat, upright].map(layout => (
          <OneLineDrawing
            key={layout.className}
            {...{ diagram, layout, words }}
            isMoving={canMove && !isPaused}
          />
        ))}
      </TouchStage>
    </>
  );
}
