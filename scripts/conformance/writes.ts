import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { contract, type Endpoint, type Key } from '../../src/contract';
import { Account } from '../../src/contract/account';
import { Plant, PlantBody } from '../../src/contract/plant';
import { strangeBody } from './check';
import { Examples } from './examples';
import { parsed, refusalFaults, replyFaults } from './judge';
import type { Answer, Wire } from './wire';

/** The faults of each write that was tried. */
type Written = Map<Key, string[]>;

const stale = { 'If-Match': '"conformance"' };

/**
 * Tries the writes: bodies that must be refused, an account that is created, changed and removed again, and the plant written with the
 * values that were read. Nothing else changes on the device.
 */
export async function tryWrites(wire: Wire, token: string): Promise<Written> {
  const written: Written = new Map();
  await tryStrangeBodies(wire, token, written);
  await tryAccount(wire, token, written);
  await tryPlant(wire, token, written);
  return written;
}

function note(written: Written, key: Key, faults: readonly string[]): void {
  written.set(key, [...(written.get(key) ?? []), ...faults]);
}

function noteReply(written: Written, key: Key, answer: Answer): void {
  const isDone = answer.status >= 200 && answer.status < 300;
  note(written, key, isDone ? replyFaults(contract[key], answer) : [`${answer.status} instead of 2xx`]);
}

/** Tries a field that is not in the contract, and a write without the version that it is based on. */
async function tryStrangeBodies(wire: Wire, token: string, written: Written): Promise<void> {
  const examples = new Examples(wire, token);
  for (const key of Object.keys(contract) as Key[]) {
    const endpoint: Endpoint = contract[key];
    const [method = ''] = key.split(' ');
    if (!endpoint.body) continue;
    const path = examples.ofNothing(key);
    const answer = await wire(method, path, { token, json: strangeBody, headers: stale });
    if (answer.status === 404) continue;
    note(written, key, refusalFaults(answer, [400, 401, 412, 422, 429], 'with a field it does not have'));
    if (!endpoint.ifMatch) continue;
    const blind = await wire(method, path, { token, json: strangeBody });
    note(written, key, refusalFaults(blind, [428, 400, 422], 'without If-Match'));
  }
}

async function tryAccount(wire: Wire, token: string, written: Written): Promise<void> {
  const user = `conformance-${randomBytes(4).toString('hex')}`;
  const json = { nome: 'Conformance', user, password: randomBytes(18).toString('base64url'), livello: '1' };
  noteReply(written, 'POST auth/register', await wire('POST', 'auth/register', { token, json }));
  const find = async () => {
    const accounts = v.safeParse(v.array(Account), parsed((await wire('GET', 'account', { token })).text));
    return accounts.success ? accounts.output.find(account => account.user === user) : undefined;
  };
  const made = await find();
  if (!made) return note(written, 'POST auth/register', ['the account it made is not listed']);
  const path = `account/${made.id}`;
  const change = { token, json: { nome: 'Conformance 2' } };
  await tryVersions(wire, 'PUT account/:id', { path, change, versione: made.versione }, written);
  if ((await find())?.nome !== change.json.nome)
    note(written, 'PUT account/:id', ['the change is not stored']);
  const versione = (await find())?.versione ?? made.versione;
  await tryVersions(wire, 'DELETE account/:id', { path, change: { token }, versione }, written);
  if (await find()) note(written, 'DELETE account/:id', ['the account is still listed']);
}

interface Change {
  readonly path: string;
  readonly change: { readonly token: string; readonly json?: unknown };
  readonly versione: number;
}

/** Expects 428 without a version, 412 with an old one, success with the current one. */
async function tryVersions(wire: Wire, key: Key, { path, change, versione }: Change, written: Written) {
  const [method = ''] = key.split(' ');
  note(written, key, refusalFaults(await wire(method, path, change), [428], 'without If-Match'));
  const outdated = await wire(method, path, { ...change, headers: stale });
  note(written, key, refusalFaults(outdated, [412], 'with an old If-Match'));
  const headers = { 'If-Match': `"${versione}"` };
  noteReply(written, key, await wire(method, path, { ...change, headers }));
}

async function tryPlant(wire: Wire, token: string, written: Written): Promise<void> {
  const plant = v.safeParse(Plant, parsed((await wire('GET', 'impianto/1', { token })).text));
  if (!plant.success) return;
  const { versione } = plant.output;
  const fields = Object.entries(plant.output).filter(([name]) => name in PlantBody.entries);
  const change = { token, json: Object.fromEntries(fields) };
  await tryVersions(wire, 'PUT impianto/:id', { path: 'impianto/1', change, versione }, written);
}
