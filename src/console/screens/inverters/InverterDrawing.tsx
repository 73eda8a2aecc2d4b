import '../../ui/drawing.css';
import type { CellProps } from '../../devices/descriptor';
import { type Device, numberOf } from '../../devices/device-list';
import { PhaseTable } from '../../devices/PhaseTable';
import { formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { InverterSign } from '../../ui/InverterSign';
import { inverterStateWord } from '../../ui/inverter-words';
import { eventWords, limitWords } from './codes';
import { DrawerFigures } from './DrawerFigures';
import { InputTable } from './InputTable';
import type { Inverter } from './inverter-list';

/** An inverter with the further values of its drawer. */
export interface OpenInverter extends Inverter {
  readonly inputs: readonly Device[];
  /** All inverters of the plant, including this one. */
  readonly peers: readonly Inverter[];
}

/** The path of the power through the inverter, its MPPT inputs and its phases. */
export function InverterDrawing({ device, view }: CellProps<OpenInverter>) {
  const { inputs, kind, peers } = device;
  return (
    <>
      <p>
        <InverterSign state={kind} alarm={view.markOf(device)} /> <b>{inverterStateWord(kind)}</b>
        {causeWords(device)}
      </p>
      <Diagram inverter={device} />
      <DrawerFigures inverter={device} peers={peers} />
      {inputs.length > 0 && <InputTable inputs={inputs} />}
      <PhaseTable device={device} />
    </>
  );
}

/** The reason why the inverter is limited or stopped, as far as it reports one. */
function causeWords(inverter: OpenInverter): string {
  if (inverter.kind === 'fault') return `: ${eventWords(numberOf(inverter, 'evt'))}`;
  if (inverter.kind !== 'limited') return '';
  return `: ${limitWords(numberOf(inverter, 'plim'), numberOf(inverter, 'plimsrc'))}`;
}

/** Distance between two inputs, px; it shrinks with their number. */
const pitch = { most: 25, least: 12, labelled: 16 };
const height = 74;
const bus = 116;

function Diagram({ inverter }: { readonly inverter: OpenInverter }) {
  const { inputs } = inverter;
  const step = Math.max(pitch.least, Math.min(pitch.most, 150 / inputs.length));
  const full = Math.max(height, inputs.length * step);
  const middle = full / 2;
  const yOf = (index: number) => middle + (index - (inputs.length - 1) / 2) * step;
  const isFlowing = (numberOf(inverter, 'pac') ?? 0) > 0;
  const wire = `M${bus + 2} ${middle}h60M${bus + 102} ${middle}h44`;
  const power = formatQuantity(numberOf(inverter, 'pac'), 1, 'kW');
  return (
    <svg
      className="sv"
      viewBox={`0 0 400 ${full}`}
      role="img"
      aria-label={t('inverterDetail.diagram', {
        dc: formatQuantity(numberOf(inverter, 'pdc'), 1, 'kW'),
        voltage: formatQuantity(numberOf(inverter, 'udc'), 0, 'V'),
        ac: power,
      })}
    >
      {inputs.map((input, index) => (
        <g key={input.id}>
          <path className={isFlowing ? 'f' : 'w'} d={`M24 ${yOf(index)}H${bus}`} />
          <text x="20" y={yOf(index) + 4} textAnchor="end">
            {formatNumber(numberOf(input, 'ingresso'), 0)}
          </text>
          {step >= pitch.labelled && (
            <text className="t" x="106" y={yOf(index) - 2} textAnchor="end">
              {formatQuantity(numberOf(input, 'i'), 1, 'A')}
            </text>
          )}
        </g>
      ))}
      <path d={`M${bus} 2v${full - 4}`} stroke="var(--ink)" strokeWidth="3" />
      <path className={isFlowing ? 'f' : 'w'} strokeWidth="4" d={wire} />
      {isFlowing && <path className="d pause" d={wire} />}
      <g transform={`translate(${bus + 62} ${middle - 20})`}>
        <path className="k" d="M0 0h40v40h-40z" />
        <path
          className="w"
          style={{ stroke: 'var(--ink)' }}
          d="M0 40L40 0M6 9h12m-12 5h12M24 32c2-6 5-6 6.5 0s4 6 6 0"
        />
      </g>
      {isFlowing && <path className="ff" d={`M${bus + 154} ${middle}l-12-7v14z`} />}
      <text className="t" x={bus + 32} y={middle - 9} textAnchor="middle">
        {formatQuantity(numberOf(inverter, 'udc'), 0, 'V')}
      </text>
      <text className="v" x={bus + 162} y={middle - 2}>
        {power}
      </text>
      <text className="t" x={bus + 162} y={middle + 14}>
        {formatQuantity(numberOf(inverter, 'uab'), 0, 'V')}, cos φ{' '}
        {formatNumber(numberOf(inverter, 'cosphi'), 3)}
      </text>
    </svg>
  );
}
