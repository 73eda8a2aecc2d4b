/**
 * Marks whatever on the screen leads to one of the addresses: a tile, the row of an alarm. So no panel has to know of the device that was
 * chosen in the drawing. Returns how to take the marks away.
 */
export function markLinks(hrefs: readonly string[]): () => void {
  const wanted = new Set(hrefs);
  const links = [...document.querySelectorAll<HTMLElement>('a[href]')];
  const marked = links
    .filter(link => wanted.has(link.getAttribute('href') ?? '') && !link.closest('dialog'))
    .map(link => link.closest<HTMLElement>('li') ?? link);
  for (const each of marked) each.dataset.chosen = '';
  return () => {
    for (const each of marked) delete each.dataset.chosen;
  };
}
