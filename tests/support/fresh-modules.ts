import type { EvaluatedModules } from 'vite/module-runner';

/**
 * Modules that keep nothing of a page: those of the datalogger, what both islands agree on, the pasts that were already simulated and the
 * texts. They stay, as making them again would take most of the time of the tests of pages.
 */
const keepsNoPage = /\/(src\/(datalogger|contract)|scripts|tests\/support\/(past-archive|published-words))\b/;

/** What Vitest has loaded in this process; `vi.resetModules` resets all of it. */
const { evaluatedModules } = (
  globalThis as typeof globalThis & { __vitest_worker__: { evaluatedModules: EvaluatedModules } }
).__vitest_worker__;

/*
 * The test files of a project share a process, so that they do not all load and compile the same modules. The modules of the console keep
 * what a page knows; each file that has a page therefore begins with new ones, like a page that was just loaded.
 */
if ('document' in globalThis) {
  for (const [path, module] of evaluatedModules.idToModuleMap) {
    const isOfVitest = /\/(vitest|@vitest)\/|^vitest/.test(path);
    if (isOfVitest || keepsNoPage.test(path)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // An address or a window of the file before would lead to another view.
  history.replaceState(null, '', '/');
  window.happyDOM.setViewport({ width: 1024, height: 768 });
}
