import type { PlotPoint } from '../../ui/chart-scale';

/**
 * The places of the parts of the one-line diagram. `u` is the coordinate along the energy path, from the field to the grid, and `v` the
 * one across it: the same drawing is horizontal on wide screens and vertical on narrow ones.
 */
export interface Layout {
  readonly className: string;
  readonly viewBox: (feeders: number) => string;
  /** Limits the height on a wide screen, so that the text has the same size as elsewhere. */
  readonly maxHeight: (feeders: number) => string;
  /** SVG transform from the direction of the energy path to that of the drawing. */
  readonly turn: (feeders: number) => string;
  readonly place: (feeders: number, u: number, v: number) => PlotPoint;
  readonly isUpright: boolean;
  /** `u` of modules, inverters and busbar. */
  readonly modules: readonly [from: number, to: number];
  readonly inverters: readonly [from: number, to: number];
  readonly busbar: number;
  /** `v` of the middle of the feeders, and distance between two feeders. */
  readonly feederMiddle: number;
  readonly pitch: (feeders: number) => number;
  readonly moduleHalf: (feeders: number) => number;
  readonly inverterHalf: (feeders: number) => number;
  readonly stops: Readonly<Record<StopName, number>>;
  /** `v` of the end of the branch to the loads, and of the middle of the relay. */
  readonly branch: number;
  readonly relay: number;
}

export type StopName =
  | 'interfaceDevice'
  | 'production'
  | 'node'
  | 'transformer'
  | 'exchange'
  | 'mainBreaker'
  | 'grid';

/** Half the length of a part along the energy path: its conductors end there. */
export const stopHalf: Readonly<Record<StopName, number>> = {
  interfaceDevice: 14,
  production: 16,
  node: 0,
  transformer: 20,
  exchange: 16,
  mainBreaker: 14,
  grid: 20,
};

const flatPitch = (feeders: number) => (feeders <= 10 ? Math.min(28, 142 / Math.max(1, feeders)) : 11.8);
const flatHeight = (feeders: number) => Math.max(166, 24 + feeders * flatPitch(feeders));
const flatMiddle = (feeders: number) => flatHeight(feeders) / 2 + 8;

export const flat: Layout = {
  className: 'sv sld',
  viewBox: feeders => `14 0 1088 ${flatHeight(feeders)}`,
  maxHeight: feeders => `${(flatHeight(feeders) / 13.6).toFixed(1)}rem`,
  turn: feeders => `translate(0 ${flatMiddle(feeders)})`,
  place: (feeders, u, v) => [u, flatMiddle(feeders) + v],
  isUpright: false,
  modules: [36, 100],
  inverters: [176, 190],
  busbar: 262,
  feederMiddle: 0,
  pitch: flatPitch,
  moduleHalf: feeders => Math.min(4.5, flatPitch(feeders) / 2 - 1.5),
  inverterHalf: feeders => Math.min(6, flatPitch(feeders) / 2 - 0.7),
  stops: {
    interfaceDevice: 350,
    production: 478,
    node: 620,
    transformer: 720,
    exchange: 840,
    mainBreaker: 946,
    grid: 1070,
  },
  branch: 60,
  relay: -50,
};

const uprightPitch = (feeders: number) => Math.min(31.6, 310 / Math.max(1, feeders));

export const upright: Layout = {
  className: 'sv sldv',
  viewBox: () => '0 0 326 530',
  maxHeight: () => 'none',
  turn: () => 'translate(90 0) rotate(90)',
  place: (_, u, v) => [90 - v, u],
  isUpright: true,
  modules: [20, 54],
  inverters: [82, 98],
  busbar: 136,
  feederMiddle: -73,
  pitch: feeders => -uprightPitch(feeders),
  moduleHalf: feeders => Math.min(10, uprightPitch(feeders) / 2 - 1.5),
  inverterHalf: feeders => Math.min(8, uprightPitch(feeders) / 2 - 1),
  stops: {
    interfaceDevice: 176,
    production: 236,
    node: 280,
    transformer: 326,
    exchange: 384,
    mainBreaker: 444,
    grid: 506,
  },
  branch: -64,
  relay: 64,
};

/** `v` of feeder `index` of `feeders`. */
export function feederAt(layout: Layout, index: number, feeders: number): number {
  return layout.feederMiddle + (index - (feeders - 1) / 2) * layout.pitch(feeders);
}
