let onPlantSaved: () => void = () => undefined;

/** The handler is called after a plant, or a part of it, was created or updated here (specification, section 4). */
export function setPlantSavedHandler(handler: () => void): void {
  onPlantSaved = handler;
}

export function notePlantSaved(): void {
  onPlantSaved();
}
