import { expect, test } from 'vitest';
import { catalogue } from '../../../../src/datalogger/alarms/catalogue';
import {
  boxEvents,
  type EventUse,
  inputEvents,
  inverterEvents,
  meterEvents,
  trackerEvents,
} from '../../../../src/datalogger/plant/processing/device-events';
import { allEvents, eventsOf } from '../../../../src/datalogger/sources/fieldbus/sunspec/map-inputs';
import { eventBits } from './event-bits';

type Row = readonly [bit: number, name: string, use: EventUse | number];

/** The table of a field of the standard, by its model. */
function tableOf(field: string): readonly Row[] {
  const model = Number.parseInt(field, 10);
  if (model === 160 || model === 714) return inputEvents;
  if (model >= 401 && model <= 404) return boxEvents;
  if (model >= 201 && model <= 214) return meterEvents;
  return model === 601 ? trackerEvents : inverterEvents;
}

const plain = (name: string) => name.replace(/^M_EVENT_/, '').replace(/^RESERVED$/, 'RESERVED_19');
const codes = new Set(catalogue.map(({ code }) => code));

test('D8: every bit of the events of the standard models has an alarm of the catalogue or a written reason', () => {
  let bits = 0;
  for (const { fields, bits: names } of eventBits) {
    for (const field of fields) {
      const rows = new Map(tableOf(field).map(([bit, name, use]) => [bit, { name, use }]));
      for (const [name, bit] of Object.entries(names)) {
        bits++;
        const row = rows.get(bit);
        expect(row?.name, `${field} ${bit}`).toBe(plain(name));
        const { use = -1 } = row ?? {};
        if (typeof use === 'number') expect(inverterEvents.map(([own]) => own)).toContain(use);
        else if ('alarm' in use) expect(codes, `${field} ${name}`).toContain(use.alarm);
        else expect(use.reason.length, `${field} ${name}`).toBeGreaterThan(20);
      }
    }
  }
  expect(bits).toBeGreaterThan(400);
});

test('D8: what the inputs of an inverter report are events of the inverter', () => {
  const arc = eventsOf({ DCEvt: (1 << 15) | (1 << 19) });
  expect(arc).toBe(1 << 17);
  expect(eventsOf({ Evt: 1 << 20 })).toBe(1 << 15);
  expect(eventsOf({ DCW: 100 })).toBeNull();
  expect(allEvents(1, [{ events: arc }, { events: null }])).toBe(1 | (1 << 17));
  expect(allEvents(null, [{ events: null }])).toBeNull();
});
