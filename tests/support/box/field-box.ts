import { afterAll, beforeAll, inject } from 'vitest';
import { type Box, bootBox } from './boot-box';
import { withFieldSettings } from './installation';

/** Two versions to install, and a Debian box that boots before the tests with the settings of a field plant and nothing installed. */
export function setFieldBox() {
  let booted: { readonly box: Box; readonly url: string } | null = null;
  const get = () => {
    if (!booted) throw new Error('the box has not booted');
    return booted;
  };
  beforeAll(async () => {
    const box = await bootBox({ files: withFieldSettings });
    booted = { box, ...(await box.forward(80)) };
  });
  afterAll(() => booted?.box.stop());
  return {
    older: inject('older'),
    newer: inject('newer'),
    get box() {
      return get().box;
    },
    /** Port 80 of the box. */
    get url() {
      return get().url;
    },
  };
}
