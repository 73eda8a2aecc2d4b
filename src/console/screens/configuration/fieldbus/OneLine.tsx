import '../../../ui/drawing.css';
import type { ReactNode } from 'react';
import { t, textOf } from '../../../i18n/translate';
import { ConverterSign, GridSign, MeterSign } from '../../../ui/line-signs';
import { kilowatts } from '../../../ui/line-words';
import type { Drawn, DrawnDevice } from './drawn';

/** The one-line drawing as two lists: inverters up to the busbar, meters from there to the grid. A device without power hangs on a dashed line. */
export function OneLine({ inverters, meters }: Pick<Drawn, 'inverters' | 'meters'>) {
  return (
    <div className="fb-line">
      <ul aria-label={t('menu.inverters')}>
        {inverters.map(device => (
          <Part key={device.key} device={device}>
            <path className="k" d="M1 8h34v8H1z" />
            <path className="w" d="M9 8v8m9-8v8m9-8v8M35 12h9" />
            <ConverterSign x={44} y={4} width={16} height={16} />
          </Part>
        ))}
      </ul>
      <ul aria-label={t('menu.energyMeters')}>
        {meters.map(device => (
          <Part key={device.key} device={device}>
            <g transform="translate(42 12)scale(.7)">
              <MeterSign />
            </g>
          </Part>
        ))}
        <li>
          <svg className="sv" viewBox="0 0 60 24" aria-hidden="true">
            <g transform="translate(42 12)scale(.45)">
              <GridSign />
            </g>
          </svg>
          {t('bus.grid')}
        </li>
      </ul>
    </div>
  );
}

interface PartProps {
  readonly device: DrawnDevice;
  /** Its sign. */
  readonly children: ReactNode;
}

function Part({ device: { name, plate, powerKw, role }, children }: PartProps) {
  return (
    <li className={powerKw === null ? 'off' : undefined}>
      <svg className="sv" viewBox="0 0 60 24" aria-hidden="true">
        {children}
      </svg>
      <span>
        {name}{' '}
        <small>
          {[role && textOf('deviceField', 'choice', 'ruolo', role), plate].filter(Boolean).join(' · ')}
        </small>
      </span>
      <b>{kilowatts(powerKw)}</b>
    </li>
  );
}
