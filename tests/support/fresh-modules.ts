import { vi } from 'vitest';

/*
 * The test files of a project share a process, so that they do not all load and compile the same modules. The modules of the console keep
 * what a page knows; each file that has a page therefore begins with new ones, like a page that was just loaded.
 */
if ('document' in globalThis) {
  vi.resetModules();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
