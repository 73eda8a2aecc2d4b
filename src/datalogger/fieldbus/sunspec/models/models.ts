import { derModels } from './der';
import { furtherModels } from './further';
import { inverterModels } from './inverter';
import { meterModels } from './meter';
import { siteModels } from './site';
import { stringModels } from './strings';
import type { Model } from './table';

/** The SunSpec models that are known here, by id. */
export const models: ReadonlyMap<number, Model> = new Map(
  [...siteModels, ...inverterModels, ...meterModels, ...stringModels, ...derModels, ...furtherModels].map(
    model => [model.id, model],
  ),
);
