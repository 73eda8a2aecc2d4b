import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitsOf, noLimits } from '../../../../src/datalogger/integrations/feeds/mqtt/limits';
import {
  PacketReader,
  packetTypes,
  publishPacket,
} from '../../../../src/datalogger/integrations/feeds/mqtt/packets';

const acknowledgement = (id: number) => Buffer.from([0x40, 2, id >> 8, id & 255]);

test('answers are found however the network cuts them', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 65_535 }), { minLength: 1, maxLength: 50 });
  const cuts = fc.array(fc.nat(200), { maxLength: 50 });
  fc.assert(
    fc.property(ids, cuts, (sent, places) => {
      const bytes = Buffer.concat(sent.map(acknowledgement));
      const edges = [0, ...places.filter(at => at < bytes.length), bytes.length].sort((a, b) => a - b);
      const reader = new PacketReader();
      const found = edges
        .slice(1)
        .flatMap((edge, index) => reader.push(bytes.subarray(edges[index] ?? 0, edge)));
      expect(found.map(({ type, body }) => [type, body.readUInt16BE(0)])).toEqual(
        sent.map(id => [packetTypes.puback, id]),
      );
    }),
  );
});

test('random bytes end in packets or in one refusal, never in an endless wait for more than 1 kB', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), bytes => {
      const reader = new PacketReader();
      try {
        for (const { body } of reader.push(Buffer.from(bytes))) expect(body.length).toBeLessThanOrEqual(1024);
      } catch (error) {
        expect(String(error)).toContain('protocollo');
      }
    }),
  );
});

test.each([
  [127 - 7, 2],
  [128 - 7, 3],
  [16_383 - 7, 3],
  [16_384 - 7, 4],
])('a payload of %i bytes has a head of %i', (bytes, head) => {
  const packet = publishPacket({ topic: 'abc', payload: 'x'.repeat(bytes), isRetained: true }, 1);
  expect(packet[0]).toBe(0x33);
  expect(packet.length).toBe(head + bytes + 7);
});

test('the limits of a broker are read among its other properties', () => {
  const properties = [
    ...[0x21, 0, 20],
    ...[0x1f, 0, 2, 0x6f, 0x6b],
    ...[0x26, 0, 1, 0x61, 0, 1, 0x62],
    ...[0x27, 0, 0, 4, 0],
    ...[0x25, 0],
  ];
  const connack = Buffer.from([0, 0, properties.length, ...properties]);
  expect(limitsOf(connack)).toEqual({ waiting: 20, bytes: 1024, hasRetained: false });
  expect(limitsOf(Buffer.from([0, 0, 0]))).toEqual(noLimits);
});

test('properties that are cut or random end the reading', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => void limitsOf(Buffer.from(bytes))));
});
