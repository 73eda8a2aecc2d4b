import { expect, test } from 'vitest';
import { syslogMessages } from '../../../../src/datalogger/integrations/push/syslog';

const message = (text: string) => ({ notices: [], title: '', text, plant: 'Prova', address: null });

test.each([0, 1, 2, 3])(
  'cuts a message of %i letters and then signs of four bytes between two signs',
  shift => {
    const [bytes] = syslogMessages(message(`${'x'.repeat(shift)}${'☀️🌞'.repeat(400)}`), 'logger', 0);
    expect(bytes?.length).toBeGreaterThan(2040);
    expect(bytes?.length).toBeLessThanOrEqual(2048);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow();
    expect(bytes?.toString()).not.toContain('\ufffd');
  },
);
