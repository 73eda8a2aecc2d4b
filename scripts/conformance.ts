/**
 * Checks any datalogger against the contract, endpoint by endpoint, so that one that is almost conformant is found. Ends with status 1
 * when an endpoint that the console needs (the specification's section 7) is missing or wrong. Ends with a report by screen: which work,
 * and for each further one the endpoints that are missing, with their names in the document of `npm run api`, least work first.
 * `npm run conformance -- URL [--user NAME --password WORD] [--write]`; without a user, TOKEN is the answer of auth/authenticate. An
 * administrator's account sees the most. Only `--write` changes anything on the device.
 */
import { parseArgs } from 'node:util';
import { checkAll } from './conformance/check';
import { logIn, logOut } from './conformance/login';
import { isConformant, lineOf, screensReport, summaryOf } from './conformance/report';
import { createWire } from './conformance/wire';
import { tryWrites } from './conformance/writes';

const usage =
  'npm run conformance -- URL [--user NAME --password WORD] [--write]; or TOKEN in the environment';

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { user: { type: 'string' }, password: { type: 'string' }, write: { type: 'boolean' } },
  });
  const [address] = positionals;
  const { user, password, write } = values;
  if (address === undefined || !URL.canParse(address)) throw new Error(usage);
  const wire = createWire(address);
  const token = user === undefined ? process.env.TOKEN : await logIn(wire, user, password ?? '');
  if (!token) throw new Error(usage);
  console.log(`${address} against the contract, ${write ? 'writes included' : 'read only'}`);
  const written = write ? await tryWrites(wire, token) : undefined;
  const findings = await checkAll({ wire, token, ...(written && { written }) }, finding =>
    console.log(lineOf(finding)),
  );
  if (user !== undefined) await logOut(wire, token);
  console.log(screensReport(findings));
  console.log(`\n${summaryOf(findings)}`);
  return isConformant(findings);
}

main().then(
  isRight => process.exit(isRight ? 0 : 1),
  error => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
