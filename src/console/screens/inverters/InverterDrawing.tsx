import type { CellProps } from '../../device-screens/descriptor';
import { type Device, numberOf } from '../../device-screens/device-list';
import { PhaseTable } from '../../device-screens/PhaseTable';
import { formatDifference, formatNumber, formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Figure } from '../../ui/Figure';
import { InverterSign } from '../../ui/InverterSign';
import { inverterStateWord } from '../../ui/inverter-words';
import { ConverterSign } from '../../ui/line-signs';
import { steadyText } from '../../ui/steady-text';
import { Wire } from '../../ui/Wire';
import { limitWords } from './codes';
import { Fault } from './Fault';
import { besideMedian, medianYield, yieldDeviation, yieldSpread } from './figures';
import { InputTable } from './InputTable';
import type { Inverter } from './inverter-list';
import '../../ui/drawing.css';

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
      <p className="cause">
        <InverterSign state={kind} alarm={view.markOf(device)} />
        <span>
          <b>{inverterStateWord(kind)}</b>
          {kind === 'fault' && <Fault inverter={device} zone={view.zone} />}
          {kind === 'limited' && `: ${limitWords(numberOf(device, 'plim'), numberOf(device, 'plimsrc'))}`}
        </span>
      </p>
      <Diagram inverter={device} isStill={view.isStill} />
      <DrawerFigures inverter={device} peers={peers} />
      {inputs.length > 0 && <InputTable inputs={inputs} />}
      <PhaseTable device={device} />
    </>
  );
}

/** Distance between two inputs, px; it shrinks with their number. */
const pitch = { most: 25, least: 12, labelled: 16 };
const height = 74;
const bus = 116;

interface DiagramProps {
  readonly inverter: OpenInverter;
  /** The values are not live: the wires are drawn as unknown. */
  readonly isStill: boolean;
}

function Diagram({ inverter, isStill }: DiagramProps) {
  const { inputs } = inverter;
  const step = Math.max(pitch.least, Math.min(pitch.most, 150 / inputs.length));
  const full = Math.max(height, inputs.length * step);
  const middle = full / 2;
  const yOf = (index: number) => middle + (index - (inputs.length - 1) / 2) * step;
  const pac = numberOf(inverter, 'pac');
  const isKnown = pac !== null && !inverter.isSilent && !isStill;
  const isFlowing = isKnown && pac > 0;
  const conductor = {
    flow: isKnown ? (isFlowing ? 'live' : 'off') : 'unknown',
    load: 1,
    direction: 'forward',
  } as const;
  const wire = { conductor, widthSpan: 2.5, isMoving: true };
  const power = formatQuantity(pac, 1, 'kW');
  return (
    <svg
      ref={steadyText}
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
          <Wire {...wire} widthSpan={0} isMoving={false} from={[24, yOf(index)]} to={[bus, yOf(index)]} />
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
      <Wire {...wire} from={[bus + 2, middle]} to={[bus + 62, middle]} />
      <Wire {...wire} from={[bus + 102, middle]} to={[bus + 146, middle]} />
      <ConverterSign x={bus + 62} y={middle - 20} width={40} height={40} isLarge />
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

interface Props {
  readonly inverter: Inverter;
  /** All inverters of the plant, including this one. */
  readonly peers: readonly Inverter[];
}

const decimals = { tsnk: 0, pac: 1, eday: 1 } as const;

/** Heat sink temperature, power and energy of today, compared with the limit, the nominal power and the other inverters. */
function DrawerFigures({ inverter, peers }: Props) {
  const of = (point: string) => numberOf(inverter, point);
  const limit = of('tlim');
  const deviation = of('dev');
  const shown = (quantity: keyof typeof decimals) => formatNumber(of(quantity), decimals[quantity]);
  return (
    <div className="figs k6">
      <Figure
        label={t('inverterDetail.fact.heatsink')}
        help="tsnk"
        value={shown('tsnk')}
        unit="°C"
        // The scale ends at 100 °C.
        scale={{ kind: 'pointer', value: of('tsnk'), band: limit === null ? null : [0, limit] }}
        note={limit === null ? '' : t('inverterDetail.heatLimit', { value: formatQuantity(limit, 0, '°C') })}
      />
      <Figure
        label={t('inverterDetail.fact.power')}
        help="dev"
        value={shown('pac')}
        unit="kW"
        scale={{ kind: 'level', value: inverter.level, expected: inverter.medianLevel }}
        note={
          deviation === null
            ? ''
            : t('inverters.figure.fromMedian', { name: `${formatDifference(deviation, 1)}\u00a0%` })
        }
      />
      <Figure
        label={t('inverterDetail.fact.today')}
        help="resa"
        value={shown('eday')}
        unit="kWh"
        scale={besideMedian(yieldDeviation(inverter, medianYield(peers)), yieldSpread)}
        note={formatQuantity(of('yday'), 2, 'kWh/kWp')}
      />
    </div>
  );
}
