import { expect, onTestFinished, test } from 'vitest';
import { languageCodes } from '../../../../src/contract/languages';
import { startDatalogger } from '../../../support/datalogger';

test('figures and fields are explained in each language, by two calls', async () => {
  const datalogger = await startDatalogger();
  onTestFinished(() => datalogger.close());
  const token = datalogger.login('normal');
  const said = new Set<string>();
  for (const lingua of languageCodes) {
    const figures = await datalogger.request(`/api/aiuti?lingua=${lingua}`, { token });
    const fields = await datalogger.request(`/api/aiuti?lingua=${lingua}&modulo=accountField`, { token });
    const [ofFigures, ofFields] = [await figures.json(), await fields.json()];
    expect(ofFigures).toHaveProperty('pr');
    expect(Object.keys(ofFigures).filter(key => key in ofFields)).toEqual([]);
    said.add(ofFields.password_attuale);
  }
  expect(said.size).toBe(languageCodes.length);
});
