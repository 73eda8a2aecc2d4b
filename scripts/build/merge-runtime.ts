import type { Plugin, Rolldown } from 'vite';

/**
 * Moves the 150 bytes of the bundler's runtime into the chunk of the login. In a chunk of its own, on which all others depend, it would
 * delay the login by half a second on GPRS.
 */
export function mergeRuntimePlugin(): Plugin {
  return {
    name: 'merge-runtime',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const start = chunks.find(({ name }) => name === 'start');
        if (!runtime || !start) return;
        const [, body, inner] =
          /^(.*)export\{(\w+) as t\};\s*$/s.exec(runtime.code.replace('export{t}', 'export{t as t}')) ?? [];
        if (body === undefined) throw new Error('the runtime of the bundler looks otherwise than expected');
        const imported = /import\{t as (\w+)\}from"\.\/rolldown-runtime-[\w-]+\.js";?/;
        const [, own = '$run'] = imported.exec(start.code) ?? [];
        start.code = `var ${own}=(()=>{${body}return ${inner}})();${start.code.replace(imported, '')}\nexport{${own} as $run};`;
        for (const chunk of chunks) retarget(chunk, runtime.fileName, start.fileName, imported);
        delete bundle[runtime.fileName];
      },
    },
  };
}

function retarget(chunk: Rolldown.OutputChunk, from: string, to: string, imported: RegExp): void {
  const file = to.replace('assets/', './');
  const own = `from"${file}";`;
  chunk.code = chunk.code
    .replace(imported, (_, local: string) => `import{$run as ${local}}${own}`)
    // Most chunks import other things from there too.
    .replace(`}${own}import{`, (both, at: number, code: string) =>
      code
        .slice(at + both.length)
        .split('from"', 2)[1]
        ?.startsWith(own.slice(5))
        ? ','
        : both,
    )
    .replaceAll(from, to);
  chunk.imports = chunk.imports.map(name => (name === from ? to : name));
}
