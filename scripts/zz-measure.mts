import { launchChromium } from '/work/wt/plot/tests/support/chromium';
import { readFileSync } from 'node:fs';
const rate = 4;
const median = (v: number[]) => [...v].sort((a, b) => a - b)[Math.floor(v.length / 2)] ?? NaN;
const folders = process.argv.slice(2);
const browser = await launchChromium(1);
const all: Record<string, { drawn: number[]; cpu: number[]; cursor: number[]; zoom: number[] }> = {};
for (let turn = 0; turn < 7; turn++) for (const folder of folders) {
  const r = (all[folder] ??= { drawn: [], cpu: [], cursor: [], zoom: [] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', e => console.log(String(e)));
  await page.route('**/*', route => route.request().url().endsWith('.js') ? route.fulfill({ body: readFileSync(folder + '/page.js'), contentType: 'text/javascript' }) :
    route.fulfill({ body: '<!doctype html><html lang="it"><meta charset=utf-8><body><div id=place style="width:1000px"></div><script src=/page.js></script>', contentType: 'text/html' }));
  await page.goto('http://192.168.1.10/');
  const s = await page.context().newCDPSession(page);
  await s.send('Performance.enable');
  const task = async () => { const { metrics } = await s.send('Performance.getMetrics'); return metrics.reduce((t, { name, value }) => name === 'TaskDuration' ? t + 1000 * value : t, 0); };
  await s.send('Emulation.setCPUThrottlingRate', { rate });
  const before = await task();
  r.drawn.push(Number(await page.evaluate('new Promise(done => { const t0 = performance.now(); window.draw(); (function look() { window.isDrawn() ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - t0))) : setTimeout(look) })() })')));
  r.cpu.push(await task() - before);
  const box = await page.evaluate(() => { const b = document.querySelector((window as any).area).getBoundingClientRect(); return { x: b.x, y: b.y, w: b.width, h: b.height }; });
  await page.mouse.move(box.x + 5, box.y + 20);
  const moves = 30;
  const t1 = await task();
  for (let k = 0; k < moves; k++) { await page.mouse.move(box.x + 10 + (box.w - 20) * k / moves, box.y + 40 + k); await page.evaluate(() => new Promise(d => requestAnimationFrame(() => setTimeout(d)))); }
  r.cursor.push((await task() - t1) / moves);
  const t2 = await task();
  await page.mouse.move(box.x + box.w * .3, box.y + 40); await page.mouse.down(); await page.mouse.move(box.x + box.w * .6, box.y + 40, { steps: 3 }); await page.mouse.up();
  await page.evaluate(() => new Promise(d => requestAnimationFrame(() => setTimeout(d))));
  r.zoom.push(await task() - t2);
  if (turn === 0) await page.screenshot({ path: folder + '/shot.png' });
  await page.close();
}
for (const [f, r] of Object.entries(all)) console.log(f, 'drawn', median(r.drawn).toFixed(0), 'cpu', median(r.cpu).toFixed(0), 'cursor', median(r.cursor).toFixed(1), 'zoom', median(r.zoom).toFixed(0), ' | min drawn', Math.min(...r.drawn).toFixed(0), 'cursor', Math.min(...r.cursor).toFixed(1));
await browser.close();
