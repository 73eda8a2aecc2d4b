import './inverters.css';
import { OwnDeviceSheet } from '../../devices/DeviceSheet';
import type { View } from '../../devices/descriptor';
import { Lazy } from '../../ui/Lazy';
import { columns } from './columns';
import { DayMapPanel } from './DayMapPanel';
import { figuresOf } from './figures';
import { headWords } from './head-words';
import { InverterPanel } from './InverterPanel';
import { type Inverter, inverterList } from './inverter-list';
import { Yields } from './Yields';

/** Comparisons of the inverters, if there are at least two. */
function Comparisons({ view: { devices, zone, isStill } }: { readonly view: View<Inverter> }) {
  if (devices.length < 2) return null;
  return (
    <>
      <section className="c8">
        <DayMapPanel inverters={devices} zone={zone} />
      </section>
      <section className={isStill ? 'c4 stale' : 'c4'}>
        <Yields inverters={devices} />
      </section>
    </>
  );
}

const screen = {
  title: 'menu.inverters',
  // The lines in the table show other hours than those of other devices, so the panel requests the data itself.
  source: { group: 'inverter', live: inverterList, today: null },
  columns,
  headWords: ({ devices }: View<Inverter>) => headWords(devices),
  figures: ({ devices }: View<Inverter>) => figuresOf(devices),
  Panels: Comparisons,
} as const;

// Loaded when an inverter is opened, because the list does not need it.
const loadDrawer = () => import('./InverterDrawer').then(module => module.InverterDrawer);
const drawerParts = ['inverter-detail'] as const;

/** All inverters at a glance: their state, their totals, and a row for each. */
export function Screen() {
  return (
    <OwnDeviceSheet<Inverter>
      screen={screen}
      Panel={InverterPanel}
      drawer={(inverter, view) => (
        <Lazy load={loadDrawer} parts={drawerParts} props={{ inverter, list: view }} />
      )}
    />
  );
}
