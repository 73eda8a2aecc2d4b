import { PlantServer } from '../../../scripts/plant-server/plant';

/*
 * The devices of a plant at the address HOST. Prints the first inverter's record, then its power limit in % whenever that changes: null
 * where there is none.
 */
const plant = await PlantServer.start({
  size: 'medium',
  seed: 3,
  hasNaturalFaults: false,
  startAt: Math.floor(Date.now() / 1000),
  host: process.env.HOST ?? '127.0.0.1',
});
const [inverter] = plant.configuration.inverters;
if (!inverter) throw new Error('no inverter');
console.log(JSON.stringify(inverter));
let before: number | null = null;
setInterval(() => {
  const { percent } = plant.orderOf(inverter.id);
  if (percent !== before) console.log(`limit ${percent}`);
  before = percent;
}, 100);
