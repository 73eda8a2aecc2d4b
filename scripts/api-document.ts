/**
 * Generates the OpenAPI 3.1 document from the contract that the datalogger enforces, so that document and API cannot differ. `npx tsx
 * scripts/api-document.ts` writes dist/openapi.json, beside it the JSON schema of profile files (dist/profile.schema.json), and prints both
 * paths.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { type Audience, contract, type Endpoint } from '../src/contract';
import { Problem } from '../src/contract/problem';
import { ProfileFile } from '../src/datalogger/sources/fieldbus/profiles/profile';

const audiences: Record<Audience, string> = {
  anyone: 'Anybody, without a token.',
  'first-start-or-admin': 'Anybody while there is no account yet; administrators afterwards.',
  'public-or-session': 'Anybody for what is public; any account for the rest.',
  session: 'Any account.',
  'own-or-admin': 'The account that the path names, and administrators.',
  'admin-or-cci': 'Administrators and controller technicians.',
  'who-commands': 'Administrators, and controller technicians whom an administrator allowed commands.',
  admin: 'Administrators.',
};

/** Patterns in JSON Schema are Unicode and have no flags: where a pattern ignores case, the description says so. */
const overrideAction: ConversionConfig['overrideAction'] = ({ valibotAction, jsonSchema }) => {
  if (!('requirement' in valibotAction) || !(valibotAction.requirement instanceof RegExp)) return null;
  const { source, flags } = valibotAction.requirement;
  if (flags === 'u') return { ...jsonSchema, pattern: source };
  return flags === 'i' ? { ...jsonSchema, description: `In any case: ${source}` } : null;
};

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // Trimming changes what is stored, not what may be sent; JSON Schema cannot express rules about several values together.
  ignoreActions: ['trim', 'check', 'partial_check'],
  overrideAction,
};

function schemaOf(schema: GenericSchema): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, config);
  return rest;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function parametersOf(path: string, { query, ifMatch, cache }: Endpoint): object[] {
  const text = { type: 'string' };
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1]);
  const { properties = {}, required = [] }: ObjectSchema = query ? schemaOf(query) : {};
  return [
    ...names.map(name => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(ifMatch ? [{ name: 'If-Match', in: 'header', required: true, schema: text }] : []),
    ...(cache ? [{ name: 'If-None-Match', in: 'header', required: false, schema: text }] : []),
  ];
}

function successOf({ reply, cache }: Endpoint): Record<string, object> {
  if (!reply) return { 204: { description: 'Done.' } };
  const type = reply.type === 'string' ? 'text/plain' : 'application/json';
  return {
    200: { description: 'Done.', content: { [type]: { schema: schemaOf(reply) } } },
    ...(cache ? { 304: { description: 'What the client has is still right.' } } : {}),
  };
}

/** The name of an endpoint in the document, such as `GET_config_inverters`. */
export const operationId = (key: string) => key.replace(/[^a-zA-Z]+/g, '_');

function operationOf(key: string, path: string, endpoint: Endpoint): object {
  const isOpen = endpoint.may === 'anyone';
  return {
    operationId: operationId(key),
    summary: audiences[endpoint.may],
    security: isOpen ? [] : [{ session: [] }],
    parameters: parametersOf(path, endpoint),
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body) } } },
    }),
    responses: { ...successOf(endpoint), default: { $ref: '#/components/responses/Problem' } },
  };
}

/** The whole OpenAPI document as an object. */
export function apiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = key.split(' ');
    const name = `/${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[name] = { ...paths[name], [method.toLowerCase()]: operationOf(key, path, endpoint) };
  }
  const problem = { 'application/json': { schema: schemaOf(Problem) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Meridiana datalogger', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    paths,
    components: {
      responses: { Problem: { description: 'What went wrong, by code.', content: problem } },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The answer of auth/authenticate without its first ten characters.',
        },
      },
    },
  };
}

/** The JSON schema of a profile file. What a schema can not say (that every point is read) the datalogger says when one is brought. */
export const profileSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Meridiana device profile',
  ...schemaOf(ProfileFile),
});

function main(): void {
  const root = join(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  const documents = { 'openapi.json': apiDocument(version), 'profile.schema.json': profileSchema() };
  for (const [name, document] of Object.entries(documents)) {
    const path = join(folder, name);
    writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
    console.log(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
