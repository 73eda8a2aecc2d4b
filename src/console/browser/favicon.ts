const selector = 'link[rel="icon"]';
let own: string | null = null;

/** Shows another icon in the browser's tab; null restores the page's own. */
export function showFavicon(address: string | null): void {
  const link = document.querySelector<HTMLLinkElement>(selector);
  if (!link) return;
  own ??= link.getAttribute('href');
  const wanted = address ?? own;
  if (wanted !== null && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}
