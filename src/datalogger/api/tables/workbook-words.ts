import type { Language } from '../../../contract/languages';
import type { Kind } from './workbook';

export type Quantity =
  | 'energy'
  | 'reactiveEnergy'
  | 'power'
  | 'reactivePower'
  | 'apparentPower'
  | 'share'
  | 'irradiance'
  | 'irradiation'
  | 'temperature'
  | 'voltage'
  | 'current'
  | 'frequency'
  | 'duration'
  | 'money'
  | 'offset';

/** Words of a workbook in one language. */
export interface WorkbookWords {
  readonly data: string;
  readonly columns: string;
  readonly head: { readonly [H in 'column' | 'name' | 'unit' | 'quantity' | 'kind' | 'sum']: string };
  readonly kind: { readonly [K in Kind]: string };
  readonly quantity: { readonly [Q in Quantity]: string };
}

/** The words of a language. Read with the first workbook that somebody asks for. */
export async function workbookWords(language: Language): Promise<WorkbookWords> {
  const file: { readonly default: { readonly workbook: WorkbookWords } } = await import(
    `../../../console/i18n/languages/${language}/workbook.json`
  );
  return file.default.workbook;
}

/** The quantity of a unit; null where the unit says nothing. */
export function quantityOf(unit: string): Quantity | null {
  const forms: readonly (readonly [RegExp, Quantity])[] = [
    [/^[kMG]?Wh\/m²$/, 'irradiation'],
    [/^[kMG]?Wh$/, 'energy'],
    [/^[kMG]?varh$/, 'reactiveEnergy'],
    [/^[kMG]?Wp?$/, 'power'],
    [/^[kMG]?var$/, 'reactivePower'],
    [/^[kMG]?VA$/, 'apparentPower'],
    [/^%$/, 'share'],
    [/^W\/m²$/, 'irradiance'],
    [/^°C$/, 'temperature'],
    [/^k?V$/, 'voltage'],
    [/^k?A$/, 'current'],
    [/^Hz$/, 'frequency'],
    [/^(ms|s|min|h|d)$/, 'duration'],
    [/^(EUR|€|CHF|GBP|£|USD|\$)$/, 'money'],
    [/^UTC/, 'offset'],
  ];
  return forms.find(([form]) => form.test(unit))?.[1] ?? null;
}
