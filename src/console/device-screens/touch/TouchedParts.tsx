import { t } from '../../i18n/translate';
import { DeviceCard } from './DeviceCard';
import type { DrawnDevice, Shown } from './drawn-device';
import { keysId, type Touched } from './use-touched';

interface Props extends Touched<DrawnDevice> {
  readonly view: Shown;
}

/** Over a drawing: the frame around the chosen device, its card, and the text for screen readers. */
export function TouchedParts({ chosen, framed, isSpoken, frame, card, view, onStep, onClose }: Props) {
  return (
    <>
      {framed && <div ref={frame} className={chosen ? 'frame' : 'frame hint'} />}
      {chosen && <DeviceCard box={card} device={chosen} {...{ view, onStep, onClose }} />}
      <span id={keysId} hidden>
        {t('touched.keys')}
      </span>
      <span className="sr" role="status">
        {isSpoken && chosen && [chosen.name, chosen.value, ...chosen.notes].filter(Boolean).join(', ')}
      </span>
    </>
  );
}
