import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Network } from '../../../../src/contract/plant';
import {
  type BoxNetworkTrial,
  recordingSystem,
  type TrialState,
} from '../../../../src/datalogger/core/system/system';
import { configClient } from '../../../support/config-client';
import { startDatalogger } from '../../../support/datalogger';

/** A box whose trial is what the test says; it outlives the datalogger. */
let box: {
  state: TrialState | 'silent';
  /** Addresses that the datalogger asked about, confirmed and applied. */
  asked: (string | undefined)[];
  confirmed: (string | undefined)[];
  reverts: number;
};
let folder: string;

const trial: BoxNetworkTrial = {
  confirm: async ({ ip }) => {
    box.confirmed.push(ip);
    return box.state !== 'silent' && box.state.outcome === 'open';
  },
  revert: async () => {
    box.reverts++;
  },
  state: async ({ ip }) => {
    box.asked.push(ip);
    if (box.state === 'silent') throw new Error('the box service does not answer');
    return box.state;
  },
};
const system = {
  ...recordingSystem(
    () => ({ cpuTemperature: null }),
    () => null,
  ),
  networkTrial: trial,
};

const open = (secondsLeft: number): TrialState => ({ outcome: 'open', secondsLeft });
const fixed: Network = { modalita: 'statico', ip: '10.20.4.18', maschera: 24, gateway: '10.20.4.1' };

beforeEach(() => {
  box = { state: open(120), asked: [], confirmed: [], reverts: 0 };
  folder = mkdtempSync(join(tmpdir(), 'meridiana-trial-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function start({ isFirst = true } = {}) {
  const datalogger = await startDatalogger({ box: system, dataFolder: folder, hasAccounts: isFirst });
  onTestFinished(() => datalogger.close());
  const client = configClient(datalogger);
  return {
    ...client,
    datalogger,
    address: async () => (await client.get('impianto/1')).rete?.ip,
    onTrial: async () => (await client.get('sistema')).rete_in_prova,
    advance: (seconds: number) => datalogger.clock.advance(seconds * 1000),
  };
}

/** A datalogger that put a network on trial and was ended. */
async function interrupted() {
  const first = await start();
  const old = await first.address();
  await first.send('PATCH', 'impianto/1/network', fixed);
  await first.datalogger.close();
  return old;
}

test('asks the box every 5 s, and shows the time that the box has left', async () => {
  const { send, onTrial, advance } = await start();
  await send('PATCH', 'impianto/1/network', fixed);
  box.state = open(40);
  advance(4);
  await onTrial();
  expect(box.asked).toEqual([]);
  advance(1);
  await onTrial();
  await expect.poll(async () => (await onTrial())?.secondi).toBe(40);
  expect(box.asked).toEqual(['10.20.4.18']);
});

test('restores its record when the box has gone back, not when its own clock says so', async () => {
  const { send, get, address, onTrial, advance } = await start();
  const old = await address();
  await send('PATCH', 'impianto/1/network', fixed);
  advance(300);
  await expect.poll(async () => (await onTrial())?.secondi).toBe(120);
  box.state = { outcome: 'reverted' };
  advance(5);
  await expect.poll(onTrial).toBeNull();
  expect(await address()).toBe(old);
  const { righe } = await get('registro');
  expect(righe[0]).toMatchObject({ azione: 'plant.network.revert', utente: 'datalogger' });
});

test('a restart of the datalogger continues a trial that is open, which can still be confirmed', async () => {
  await interrupted();
  box.state = open(70);
  const { send, address, onTrial } = await start({ isFirst: false });
  await expect.poll(async () => (await onTrial())?.secondi).toBe(70);
  expect(await address()).toBe('10.20.4.18');
  expect(box.reverts).toBe(0);
  expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(204);
  expect(box.confirmed).toEqual(['10.20.4.18']);
  expect(await onTrial()).toBeNull();
  expect(await address()).toBe('10.20.4.18');
});

test.each(['confirmed', 'reverted'] as const)('a restart takes over that the trial was %s', async outcome => {
  const old = await interrupted();
  box.state = { outcome };
  const { send, address } = await start({ isFirst: false });
  await expect.poll(address).toBe(outcome === 'confirmed' ? '10.20.4.18' : old);
  expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(404);
});

test('waits for a box that does not answer after a restart, and asks again', async () => {
  await interrupted();
  box.state = 'silent';
  const { address, onTrial, advance } = await start({ isFirst: false });
  await expect.poll(() => box.asked.length).toBe(1);
  expect(await address()).toBe('10.20.4.18');
  box.state = open(10);
  advance(5);
  await expect.poll(async () => (await onTrial())?.secondi).toBe(10);
});
