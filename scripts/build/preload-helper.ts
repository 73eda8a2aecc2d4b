import type { Plugin } from 'vite';

/**
 * Requests the files of a chunk beside it, once each, and waits for the styles: half the size of what Vite writes for this. A file that
 * cannot be loaded is announced as Vite does it, because `src/console/app/build-check.ts` then looks for a newer console.
 */
const helper = `
const asked = new Map();
const isPreloaded = document.createElement('link').relList.supports('modulepreload');

function ask(file) {
  if (asked.has(file)) return asked.get(file);
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : isPreloaded ? 'modulepreload' : 'preload';
  if (!isStyle) link.as = 'script';
  link.crossOrigin = '';
  link.href = '/' + file;
  const loaded = isStyle && new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      asked.delete(file);
      link.remove();
      reject(Error('Unable to preload CSS for ' + file));
    };
  });
  asked.set(file, loaded);
  document.head.append(link);
  return loaded;
}

export const __vitePreload = (load, files = []) =>
  Promise.all(files.map(ask)).then(load).catch(error => {
    const event = new Event('vite:preloadError', { cancelable: true });
    event.payload = error;
    if (dispatchEvent(event)) throw error;
  });
`;

export function preloadHelperPlugin(): Plugin {
  return {
    name: 'preload-helper',
    apply: 'build',
    transform: { filter: { id: /vite\/preload-helper/ }, handler: () => ({ code: helper, map: null }) },
  };
}
