/** What somebody typed into the form in the HTML before the script arrived, where the cursor was, and whether it was sent. */
export interface Typed {
  restore(form: HTMLFormElement): void;
}

/** Takes it from the form on the page, if there is one. Call before the first render. */
export function takeTyped(page: ParentNode): Typed | undefined {
  const inputs = [...page.querySelectorAll<HTMLInputElement>('form input[name]')];
  if (inputs.length === 0) return undefined;
  const values = new Map(inputs.map(input => [input.name, input.value]));
  const focused = inputs.find(input => input === document.activeElement);
  const cursor = focused && { name: focused.name, at: focused.selectionStart, to: focused.selectionEnd };
  return {
    restore(form) {
      for (const [name, value] of values) {
        const input = form.elements.namedItem(name);
        if (!(input instanceof HTMLInputElement)) continue;
        // Only what is still empty: typing may have gone on in the same field.
        if (value && !input.value) input.value = value;
        if (cursor?.name !== name || document.activeElement === input) continue;
        input.focus();
        input.setSelectionRange(cursor.at, cursor.to);
      }
      values.clear();
      if (document.documentElement.dataset.submitted === 'early') form.requestSubmit();
      delete document.documentElement.dataset.submitted;
    },
  };
}
