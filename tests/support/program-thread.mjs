// A thread of the program from its sources: Node 20 has no other way to read TypeScript in one.
import { register } from 'tsx/esm/api';

register();
await import('../../src/datalogger/main.ts');
