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
import { summaryOf } from './plant-summary';
import type { View } from './view';

interface Props {
  readonly view: View;
  readonly className: string;
}

const loadNight = () => import('./night/Night').then(module => module.Night);
const loadTouched = () => import('./touch/TouchedDevice').then(module => module.TouchedDevice);
const nightParts = ['night', 'statistics', 'reports'] as const;

/**
 * The one-line diagram of the plant: horizontal on wide screens, vertical on narrow ones. While it is dark, what the day was like comes
 * first, in the same panel, as the rows of the sheet are taken; a moment of the past has none of it.
 */
export function OneLine({ view, className }: Props) {
  const { live } = view;
  return (
    <section className={`${className}${live ? '' : ' room'}${live && view.isOld ? ' stale' : ''}`}>
      {live && !view.past && summaryOf(live).title === 'night' && (
        <Lazy load={loadNight} parts={nightParts} props={{ view }} />
      )}
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
