import { formatQuantity, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';

/**
 * Names of the bits of SunSpec `Evt1` (models 101 to 103), from bit 0; model 701 adds the last one, for the manufacturer's own events.
 */
const events = [
  'groundFault',
  'dcOvervoltage',
  'acDisconnect',
  'dcDisconnect',
  'gridDisconnect',
  'cabinetOpen',
  'manualShutdown',
  'overTemperature',
  'overFrequency',
  'underFrequency',
  'acOvervoltage',
  'acUndervoltage',
  'fuseBlown',
  'underTemperature',
  'memoryLoss',
  'hardwareTest',
  'manufacturer',
] as const;

/** The positions of the bits that are set. */
export function bitsOf(code: number): readonly number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter(bit => Math.floor(code / 2 ** bit) % 2 === 1);
}

/** The events that the inverter reports; a bit without a name is shown by its number. */
export function eventWords(code: number | null): string {
  if (code === null) return missing;
  const words = bitsOf(code).map(bit => {
    const name = events[bit];
    return name ? t(`inverterDetail.event.${name}`) : t('inverterDetail.bit', { bit });
  });
  return words.length === 0 ? t('inverterDetail.noEvents') : words.join(', ');
}

/** Bits of SunSpec `ThrotSrc` by the cause of the limit: heat, or a function for power, reactive power or the grid. */
const derated = 14;
const powerLimits: readonly number[] = [0, 1, 11];

/** "60 %, limite di potenza": the limit, and its cause if the inverter reports one. */
export function limitWords(percent: number | null, source: number | null): string {
  if (percent === null) return missing;
  const bits = bitsOf(source ?? 0);
  if (percent >= 100 && bits.length === 0) return t('inverterDetail.noLimit');
  const sources = [
    bits.some(bit => powerLimits.includes(bit)) ? t('inverterDetail.source.power') : '',
    bits.includes(derated) ? t('inverterDetail.source.heat') : '',
    bits.some(bit => bit !== derated && !powerLimits.includes(bit)) ? t('inverterDetail.source.grid') : '',
  ];
  return [formatQuantity(percent, 0, '%'), ...sources.filter(word => word !== '')].join(', ');
}
