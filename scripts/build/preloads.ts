import type { ModulePreloadOptions } from 'vite';

const nameOf = (file: string) => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.(js|css)$/, '.$1');

/** What the shell itself loads. It also knows the words of every screen, whose code is requested by the route that leads there. */
const ofShell = ['frame.js', 'dashboard.js', 'sunlight.js'];
/** What is there when the shell runs, and what is there when a screen runs. */
const withShell = ['start.js', 'rolldown-runtime.js', 'home.js'];
const withScreen = [...withShell, 'frame.js', 'shared.js'];

/**
 * The files that are requested together with a chunk, without those that are there when the chunk `hostId` asks for it: each list of them
 * is in the code that is loaded before.
 */
export const preloads: ModulePreloadOptions = {
  polyfill: false,
  resolveDependencies(file, files, { hostId }) {
    const host = nameOf(hostId);
    if (host === 'start.js') return files;
    if (host === 'home.js' && !ofShell.includes(nameOf(file))) return [];
    const there = [host, ...(host === 'home.js' ? withShell : withScreen)];
    return files.filter(each => !there.includes(nameOf(each)));
  },
};
