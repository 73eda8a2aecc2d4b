/**
 * Runs the console with hot reload on the same simulated plant as `npm start`, so that nobody develops against an invented API: Vite on
 * PORT, the datalogger on the next port, restarted when its sources change.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const port = Number(process.env.PORT ?? 8080);
const host = process.env.HOST ?? '127.0.0.1';
const api = { host: '127.0.0.1', port: port + 1 };

const datalogger = spawn('npx', ['tsx', 'watch', '--clear-screen=false', 'src/datalogger/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(api.port), HOST: api.host },
});
datalogger.on('exit', code => process.exit(code ?? 1));

const server = await createServer({
  server: {
    host,
    port,
    strictPort: true,
    proxy: { '/api': { target: `http://${api.host}:${api.port}`, changeOrigin: true } },
  },
});
await server.listen();
server.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    datalogger.kill(signal);
    void server.close();
  });
}
