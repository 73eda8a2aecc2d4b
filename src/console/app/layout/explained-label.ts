/** The label that an event happened on, if it has an explanation. */
export const labelAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-help]') : null;

export const isOfMouse = (event: Event) => 'pointerType' in event && event.pointerType === 'mouse';
