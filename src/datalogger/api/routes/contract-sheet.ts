import type { Report } from '../../../contract/reports';
import { dayAfter, startOfDay } from '../../../contract/zone';
import { statementOf } from '../../analytics/contract/statement';
import { namedPeriod } from '../../analytics/reports/named-period';
import type { VoltageDevice } from '../../analytics/voltage/week';
import { limitsOf, usualLimits } from '../../plant/processing/limits';
import { answered, type Handlers, notFound, ProblemError } from '../http/handler';
import { contractPaper } from '../papers/contract-paper';
import { voltagePaper } from '../papers/voltage-paper';
import { Writer } from '../papers/words';
import type { ProofDeps } from './proofs';

type Sheets = Pick<Handlers, 'GET contratto/pdf' | 'GET tensione/pdf'>;

/** The sheets that the datalogger makes by itself: the month of the contract, the week of the voltage. */
export function contractSheetHandlers(deps: ProofDeps): Sheets {
  return { 'GET contratto/pdf': contractSheet(deps), 'GET tensione/pdf': voltageSheet(deps) };
}

function contractSheet(deps: ProofDeps): Sheets['GET contratto/pdf'] {
  return async ({ query: { d, lingua }, ...call }) => {
    const report: Report = answered(await deps.report({ ...call, query: { tipo: 'mensile', d } }));
    const plant = deps.plantConfig.read()?.fields;
    const named = namedPeriod('mensile', deps.zone(), d);
    if (!plant || !named) throw notFound();
    const nowS = deps.snapshot().t;
    const { from, to } = named.period;
    const until = Math.max(from, Math.min(to, nowS));
    const input = { zone: deps.zone(), hours: plant.budget_orario, from, to, until };
    const month = await deps.longWork.run('contract', () => ({ input }), call);
    const statement = statementOf({ report, month, plant, nowS });
    const paper = contractPaper(
      { report, plant, statement, createdS: nowS, logo: deps.logo.read().value.immagine },
      new Writer(lingua, report.fuso),
    );
    return deps.longWork.file('sheet', paper, call);
  };
}

function voltageSheet(deps: ProofDeps): Sheets['GET tensione/pdf'] {
  return async ({ query: { d, lingua }, ...call }) => {
    if (call.caller.role === 'cci')
      throw new ProblemError(403, 'forbidden', 'This account may not read reports.');
    const plant = deps.plantConfig.read()?.fields;
    if (!plant) throw notFound();
    const zone = deps.zone();
    const { from, to } = weekOf(zone, d);
    const { certain } = (plant ? limitsOf(plant) : usualLimits).coverage;
    const { livello_tensione: level, nome } = plant;
    const input = { devices: voltageDevices(deps), level, from, to, certain };
    const weeks = await deps.longWork.run('voltage', () => ({ input }), call);
    const given = { plant: nome, level, weeks, from, to, certain, zone };
    const paper = voltagePaper(
      { ...given, createdS: deps.snapshot().t, logo: deps.logo.read().value.immagine },
      new Writer(lingua, zone),
    );
    return deps.longWork.file('sheet', paper, call);
  };
}

/** From the Monday of a day, or before it, to the next one. 400 for a day that the calendar does not have. */
function weekOf(zone: string, d: string): { readonly from: number; readonly to: number } {
  if (!namedPeriod('giornaliero', zone, d))
    throw new ProblemError(400, 'invalid', 'There is no such day.', { campo: 'd' });
  const past = (new Date(`${d}T12:00Z`).getUTCDay() + 6) % 7;
  const startOf = (day: string) => {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    return startOfDay(zone, year, month, date);
  };
  const monday = dayAfter(d, -past);
  return { from: startOf(monday), to: startOf(dayAfter(monday, 7)) };
}

/** The protections and meters, which measure voltages. */
function voltageDevices({ devices }: ProofDeps): VoltageDevice[] {
  const { 'protezioni-interfaccia': spi, contatori } = devices.all();
  return [
    ...contatori.map(({ id, nome, tv_primario }) => ({
      group: 'contatori' as const,
      id,
      name: nome,
      nominal: tv_primario,
    })),
    ...spi.map(({ id, nome, un }) => ({ group: 'spi' as const, id, name: nome, nominal: un })),
  ];
}
