/** The input of the form in the HTML before the script was loaded: the texts, the field with the focus, and whether it was submitted. */
export interface Typed {
  restore(form: HTMLFormElement): void;
}

/** Reads the input from the form on the page, if there is one. Call it before the first render. */
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
        // Fills only empty fields: the user may have continued to type in the same field.
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
