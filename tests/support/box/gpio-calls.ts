import { expect } from 'vitest';
import type { Box } from './boot-box';

/** Lines of a chip that no box has: the kernel of most hosts has no GPIO. `gpio.test.ts` has an adapter, on a kernel of its own. */
export const gpioSettings = `OUTPUTS=gpiochip0/17!
UPS_MAINS=gpiochip0/5
UPS_BATTERY=gpiochip0/6!
ROUTER=gpiochip0/22
`;

/** Asks the service of the box, as the datalogger does. */
export async function ask(box: Box, request: object): Promise<unknown> {
  const program = `const socket = require('net').connect('/run/meridiana/system.sock');
    socket.on('data', text => process.stdout.write(text)); process.stdin.on('data', text => socket.write(text));`;
  const { out } = await box.run(`node -e "${program}"`, { input: `${JSON.stringify(request)}\n` });
  return JSON.parse(out);
}

/** Expects that the tools of the box understand every argument, and miss nothing but the chip. Needs `gpioSettings` in `system.env`. */
export async function expectGpioCalls(box: Box): Promise<void> {
  const noChip = /cannot find GPIO chip character device 'gpiochip0'|: No such file or directory/;
  for (const [request, unit] of [
    [{ verb: 'output-set', output: 1, isOn: true }, 'meridiana-output-1'],
    [{ verb: 'restart-router' }, 'meridiana-router'],
  ] as const) {
    expect(await ask(box, request)).toMatchObject({ ok: false, message: expect.stringMatching(/gpioset/) });
    const journal = (await box.run(`journalctl -b --no-pager -o cat -u ${unit}`)).out;
    expect(journal).toMatch(noChip);
    expect(journal).not.toMatch(/unrecognized|invalid|try gpioset --help/);
  }
  expect(await ask(box, { verb: 'contacts-read' })).toMatchObject({
    ok: false,
    code: 'failed',
    message: expect.stringMatching(noChip),
  });
}
