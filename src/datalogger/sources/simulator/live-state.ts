import { doublePoint, inverterStates, spiStates } from '../../../contract/codes';
import { returnS } from '../../plant/processing/protections';
import { Controller, type ReactiveOrder } from './physics/controller';
import { emptyGrid, type GridState, gridAt, isGridFault } from './physics/grid';
import { coarseS, type Drive, type PlantModel } from './physics/model';
import { doesTrip, Protection } from './physics/protection';
import { Trackers } from './physics/trackers';
import { DigitalInputs, isVisited, type Levels } from './readings/digital-inputs';

/** Seconds between two steps of field, meters and trackers. */
const plantStepS = 5;
/** Step of the protections while a fault is present on the grid, s. */
const eventStepS = 0.05;
const earlierTrips = 3;
/** Seconds after which the battery of the UPS is low when the mains are missing. */
const upsEnduranceS = 3600;

/** The live plant: the model with its protections, controller, trackers and digital inputs, simulated second by second. */
export class LiveState {
  readonly model: PlantModel;
  readonly protections: readonly Protection[];
  readonly controller: Controller;
  readonly trackers: Trackers;
  readonly inputs: DigitalInputs;
  /** The plant's IANA time zone. It defines the local days in which changes of the inputs are counted. */
  zone: string;
  readonly grid: GridState = emptyGrid();
  frequencyChange = 0;
  /** Reactive power that is requested at the point of delivery, kvar. */
  askedKvar = 0;
  /** Start of the grid outage, epoch s; null if absent. */
  outageSince: number | null = null;
  /** How far field, meters and trackers are simulated, epoch s. */
  #steppedTo: number;

  constructor(model: PlantModel, t: number) {
    const { plan, seed } = model;
    this.model = model;
    this.controller = new Controller(model.regulation);
    this.protections = plan.protections.map(() => new Protection(plan.facts.norm, earlierTrips));
    this.trackers = new Trackers(plan, seed);
    this.inputs = new DigitalInputs(plan, seed, t);
    this.zone = plan.site.zone;
    this.#steppedTo = t;
  }

  /** Simulates the second that ends at `t`. */
  second(t: number): void {
    const { timeline, plan } = this.model;
    const has = (...kinds: readonly string[]) =>
      timeline.activeAt(t).some(({ fault }) => kinds.includes(fault.kind));
    const isForcedOpen = has('ddi-open', 'remote-trip');
    const isLocal = has('spi-local');
    const isSignalLost = has('spi-signal-lost');
    for (const protection of this.protections) protection.isStuck = has('ddi-stuck');
    const events = timeline.during(t - 1, t).filter(isGridFault);
    const frequency = this.grid.frequency;
    const step = events.length > 0 ? eventStepS : 1;
    const p = this.model.acKw / plan.ratedKw;
    const q = this.askedKvar / plan.ratedKw;
    for (let n = 1; n <= Math.round(1 / step); n++) {
      gridAt(this.model.seed, t - 1 + n * step, { p, q, faults: events }, this.grid);
      for (const protection of this.protections)
        protection.step(
          this.grid,
          step,
          isForcedOpen,
          isSignalLost || (isLocal && protection.hasLocalCommand),
        );
    }
    this.frequencyChange = this.grid.frequency - frequency;
    this.outageSince = this.grid.ab < 0.2 ? (this.outageSince ?? t) : null;
    const isHeard = !has('dso-link-lost');
    if (isHeard) {
      this.controller.request(this.#allowedPercent(t), t);
      this.controller.requestReactive(this.#askedReactive(t), t);
    }
    this.controller.step(1, isHeard);
    // Inverters react at once to a disturbed grid.
    const isDisturbed = events.length > 0 && this.outageSince === null;
    if (t % plantStepS === 0 || isDisturbed) this.#plantStep(t);
    this.inputs.step(t, this.zone, this.#levels(t));
  }

  /** Simulates the five minutes from `t` in one step. The protections keep their state; only their trips are counted. */
  coarse(t: number): void {
    const { model } = this;
    for (const event of model.timeline.during(t, t + coarseS)) {
      const isTrip = event.from >= t && isGridFault(event) && doesTrip(event, model.plan.facts.norm);
      if (isTrip) for (const protection of this.protections) protection.trips++;
    }
    model.stepCoarse(t);
    this.#steppedTo = t + coarseS;
  }

  /** Takes over what the coarse step of `seconds` from `t` has assumed of grid, protections and controller. */
  settle(t: number, seconds: number): void {
    const { model, grid, protections, controller } = this;
    const { norm } = model.plan.facts;
    const middle = t + seconds / 2;
    const load = { p: model.acKw / model.plan.ratedKw, q: 0, faults: model.field.active };
    gridAt(model.seed, middle, load, grid);
    this.outageSince = grid.ab < 0.2 ? (this.outageSince ?? t) : null;
    const trip = model.timeline
      .during(middle - returnS, middle)
      .filter(event => isGridFault(event) && doesTrip(event, norm))
      .at(-1);
    for (const protection of protections) protection.assume(trip ? protection.tripOf(trip) : null);
    controller.request(this.#allowedPercent(middle), t);
    controller.step(seconds, true);
    this.inputs.step(t, this.zone, this.#levels(t));
  }

  #plantStep(t: number): void {
    const { grid, protections, controller, model } = this;
    const voltage = (grid.ab + grid.bc + grid.ca) / 3;
    this.askedKvar = controller.reactiveAt({ voltage, kw: model.flows.exchange });
    const drive: Drive = {
      limitKw: controller.limitKw,
      kvar: this.askedKvar,
      isEnergized: this.outageSince === null,
      grid: { hertz: grid.frequency, voltage },
      isClosed: index => protections[index]?.isConnected ?? false,
    };
    const seconds = Math.min(plantStepS, t - this.#steppedTo);
    model.stepFine(t, seconds, drive);
    this.trackers.step(model.field, seconds);
    this.#steppedTo = t;
  }

  #allowedPercent(t: number): number {
    let percent = 100;
    for (const { fault } of this.model.timeline.activeAt(t))
      if (fault.kind === 'dso-limit') percent = Math.min(percent, fault.percent);
    return percent;
  }

  /** What the distribution operator asks of the reactive power. */
  #askedReactive(t: number): ReactiveOrder | null {
    for (const { fault } of this.model.timeline.activeAt(t)) {
      if (fault.kind === 'dso-reactive') return { kind: 'share', share: fault.percent / 100 };
      if (fault.kind === 'dso-power-factor') return { kind: 'powerFactor', value: fault.factor };
    }
    return null;
  }

  /** Whether the battery of the UPS is low at `t`: by a fault, or because the mains have been missing for too long. */
  isBatteryLow(t: number): boolean {
    const outage = this.outageSince === null ? 0 : t - this.outageSince;
    return (
      outage > upsEnduranceS ||
      this.model.timeline.activeAt(t).some(({ fault }) => fault.kind === 'ups-battery-low')
    );
  }

  #levels(t: number): Levels {
    const { model, protections } = this;
    const active = model.timeline.activeAt(t);
    const has = (kind: string) => active.some(({ fault }) => fault.kind === kind);
    const isVisitor = isVisited(model.seed, model.plan.site.zone, t);
    const load = Math.max(0, model.acKw / model.plan.ratedKw);
    const { ambient } = model.field.conditions;
    return {
      ddiOpen: protections.some(({ ddi }) => ddi !== doublePoint.closed),
      mainOpen: false,
      generatorOpen: model.field.inverters.every(({ state }) => state === inverterStates.standby),
      protectionTripped: protections.some(
        ({ state }) => state === spiStates.tripped || state === spiStates.waiting,
      ),
      remoteTrip: has('remote-trip'),
      mainsLost: this.outageSince !== null,
      upsMainsLost: has('ups-mains-lost') || this.outageSince !== null,
      upsBatteryLow: this.isBatteryLow(t),
      transformerWarm: ambient + 45 * load > 84,
      doorOpen: isVisitor,
      localControl: isVisitor,
      ventilationOn: ambient + 18 * load > 38,
      never: false,
    };
  }
}
