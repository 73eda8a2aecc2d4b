import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { factsOfFields } from '../../src/contract/config/facts';
import { configKinds, schemaOf } from '../../src/contract/config/kinds';
import { InfluxBody, MqttBody, PrometheusBody } from '../../src/contract/feeds';
import { AlarmRecipient, MailBody, NotificationBody } from '../../src/contract/mail';
import { DynDns, Knx, Network, PlantBody } from '../../src/contract/plant';
import { SyslogBody, WebhookBody } from '../../src/contract/push';
import { SharingBody } from '../../src/contract/sharing';
import { SystemBody } from '../../src/contract/system';
import { Ups } from '../../src/contract/ups';

/** Fields of the controller's papers: the datalogger only keeps them. */
const forPeople = ['ied', 'ip_a', 'maschera_a', 'gateway_a', 'ip_b', 'maschera_b', 'gateway_b'];

const island = join(import.meta.dirname, '../../src/datalogger');
/** Also the rules between fields: the contract warns by them, for datalogger and console. */
const rules = join(import.meta.dirname, '../../src/contract/config/rules.ts');
const code = [
  ...readdirSync(island, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.ts$/.test(name) && !name.includes('first-plant'))
    .map(name => join(island, name)),
  rules,
]
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
/** Without the records of the simulated plant, which name every field. */
const words = new Set(code.match(/\w+/g));

const schemas = [
  ...configKinds.map(kind => [kind, schemaOf(kind)] as const),
  ...Object.entries({ InfluxBody, MqttBody, PrometheusBody, MailBody, NotificationBody, AlarmRecipient }),
  ...Object.entries({
    DynDns,
    Knx,
    Network,
    PlantBody,
    SyslogBody,
    WebhookBody,
    SharingBody,
    SystemBody,
    Ups,
  }),
];

test.each(schemas)('%s has no setting that the datalogger never reads', (_, schema) => {
  const unread = Object.keys(factsOfFields(schema)).filter(
    name => !words.has(name) && !forPeople.includes(name),
  );
  expect(unread, 'read in no file of src/datalogger; fields for people are listed in this file').toEqual([]);
});
