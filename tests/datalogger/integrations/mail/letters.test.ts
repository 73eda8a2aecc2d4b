import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { decimalMarkOf, type Language, languageCodes } from '../../../../src/contract/languages';
import { columnNames, indexNames } from '../../../../src/contract/report-figures';
import { Report, reportKinds } from '../../../../src/contract/reports';
import { catalogue } from '../../../../src/datalogger/alarms/catalogue';
import { alarmLetter, trialLetter } from '../../../../src/datalogger/integrations/mail/letters';
import { reportLetter } from '../../../../src/datalogger/integrations/mail/report-letter';
import { startDatalogger } from '../../../support/datalogger';

const begin = Date.parse('2026-06-01T12:34:00+02:00') / 1000;
const about = {
  plant: 'FV Cascina Bassa',
  zone: 'Europe/Rome',
  isDigest: false,
  address: 'http://192.168.1.10',
};
const recipient = (lingua: Language) => ({ email: 'a@example.net', lingua });
const notices = catalogue.map(({ code }, index) => ({
  id: index + 1,
  code,
  device: 'Inverter 3',
  priority: 1 + (index % 5),
  begin,
}));

/** A report of the datalogger's own, but that every figure has a value. */
async function wholeReport(): Promise<Report> {
  const datalogger = await startDatalogger();
  try {
    const token = datalogger.login('normal');
    const answer = await datalogger.request('/api/report?tipo=giornaliero&d=2026-06-10', { token });
    const report = v.parse(Report, await answer.json());
    const indici = { ...report.indici };
    for (const name of indexNames) indici[name] = 1234.5;
    const righe = { ...report.righe, t: [begin] };
    for (const name of columnNames) righe[name] = [1234.5];
    return { ...report, indici, righe, periodo: { ...report.periodo, copertura: 100 } };
  } finally {
    await datalogger.close();
  }
}
const report = await wholeReport();

describe.each(languageCodes)('in %s no word of an e-mail is missing', language => {
  test('of a trial', () => {
    expect(trialLetter('FV Cascina Bassa', recipient(language)).text).toMatch(/^\p{Lu}.*\p{L}{4}.*\.\n$/u);
  });

  test('of what an alarm cost: energy, and its value to those who may read it', () => {
    const losing = notices.slice(0, 2).map((notice, index) => ({
      ...notice,
      lost: index === 0 ? { kwh: 1234.56, euros: 98.765 } : { kwh: 0, euros: 0 },
    }));
    const lost = (hasMoney: boolean) =>
      alarmLetter({ ...about, hasMoney }, losing, recipient(language))
        .text.split('\n')
        .filter(line => line.includes('kWh'));
    const [open, restricted] = [lost(true), lost(false)];
    expect([open.length, restricted.length]).toEqual([1, 1]);
    expect(open[0]).toMatch(/^ {4}\p{Lu}.*:\s1\D?234[.,]6\u00a0kWh, 98[.,]77\u00a0€$/u);
    expect(restricted[0]).toMatch(/^ {4}\p{Lu}.*:\s1\D?234[.,]6\u00a0kWh$/u);
  });

  test('of alarms: the title of every alarm, every priority, and how many more there are', () => {
    for (let first = 0; first < notices.length; first += 50) {
      const { text } = alarmLetter(about, notices.slice(first, first + 50), recipient(language));
      const all = text.trim().split('\n').slice(2, -2);
      const lines = all.filter(line => !line.startsWith(' '));
      expect(lines).toHaveLength(Math.min(50, notices.length - first));
      // Critical and high alarms come with what follows and what to do.
      const urgent = notices.slice(first, first + 50).filter(({ priority }) => priority <= 2);
      expect(all).toHaveLength(lines.length + 2 * urgent.length);
      for (const line of lines)
        expect(line).toMatch(
          /^\d\d[./]\d\d[./]2026,? 12:34 {2}\p{Lu}\p{L}+ {2}\w{3}\d\d {2}\p{L}.*, Inverter 3$/u,
        );
    }
    const { subject, text } = alarmLetter(about, notices, recipient(language));
    expect(subject).toMatch(
      new RegExp(`^FV Cascina Bassa: \\p{Lu}\\p{L}+: \\p{L}{4}.* \\(${notices.length}\\)$`, 'u'),
    );
    expect(text).toMatch(
      new RegExp(`\\n\\p{L}{4}.*: ${notices.length - 50}\\n\\nhttp://192\\.168\\.1\\.10/allarmi\\n$`, 'u'),
    );
    const digest = alarmLetter({ ...about, isDigest: true }, notices, recipient(language)).subject;
    expect(digest).toMatch(new RegExp(`^FV Cascina Bassa: \\p{L}{4}.* \\(${notices.length}\\)$`, 'u'));
    expect(digest).not.toBe(subject);
  });

  test('of one alarm: its priority, what follows, what to do, and where to look', () => {
    for (const notice of notices) {
      const { subject, text } = alarmLetter(about, [notice], recipient(language));
      expect(subject).toMatch(/^FV Cascina Bassa: \p{Lu}\p{L}+: \p{L}.*, Inverter 3$/u);
      const [consequence = '', action = '', empty, link] = text.trim().split('\n').slice(3);
      for (const advice of [consequence, action]) expect(advice).toMatch(/^ {4}\p{Lu}.{10}/u);
      expect([empty, link]).toEqual(['', `http://192.168.1.10/allarmi?aperto=${notice.id}`]);
    }
  });

  test.each(reportKinds)('of a report (%s): its title, every index, every column', kind => {
    const {
      subject,
      text,
      attachments = [],
    } = reportLetter({ ...report, tipo: kind }, 'FV Cascina Bassa', recipient(language), {
      hasRows: true,
      pdf: null,
    });
    expect(subject).toMatch(/^FV Cascina Bassa: \p{L}{4}/u);
    const [title = '', plant, present = '', empty, ...figures] = text.trim().split('\n');
    expect([title !== '', plant, empty]).toEqual([true, 'FV Cascina Bassa', '']);
    expect(present).toMatch(/^\p{L}.*: 100[.,]0\u00a0%$/u);
    expect(figures).toHaveLength(indexNames.length);
    for (const figure of figures) expect(figure).toMatch(/^\p{L}.*: 1[.,\u202f\u00a0]23[45].*\u00a0\S+$/u);
    const [head = ''] =
      String(attachments[0]?.content ?? '')
        .slice(1)
        .split('\r\n') ?? [];
    const cells = head.split(decimalMarkOf(language) === ',' ? ';' : ',');
    expect(cells).toHaveLength(1 + columnNames.length);
    for (const cell of cells) expect(cell).toMatch(/^"?\p{L}/u);
  });
});
