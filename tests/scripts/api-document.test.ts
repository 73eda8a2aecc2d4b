import * as v from 'valibot';
import { expect, test } from 'vitest';
import { apiDocument } from '../../scripts/api-document';
import { contract } from '../../src/contract';

const Schema = v.record(v.string(), v.unknown());
const Content = v.record(v.picklist(['application/json', 'text/plain']), v.strictObject({ schema: Schema }));
const Operation = v.strictObject({
  operationId: v.string(),
  summary: v.string(),
  security: v.array(v.record(v.literal('session'), v.array(v.string()))),
  parameters: v.array(
    v.strictObject({
      name: v.string(),
      in: v.picklist(['path', 'query', 'header']),
      required: v.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: v.optional(v.strictObject({ required: v.literal(true), content: Content })),
  responses: v.record(
    v.picklist(['200', '204', '304', 'default']),
    v.union([
      v.strictObject({ $ref: v.literal('#/components/responses/Problem') }),
      v.strictObject({ description: v.string(), content: v.optional(Content) }),
    ]),
  ),
});
const Document = v.looseObject({
  openapi: v.literal('3.1.0'),
  info: v.looseObject({ title: v.string(), version: v.literal('1.2.3') }),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/')),
    v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
});

test('the document has the shape of OpenAPI 3.1 and every endpoint of the contract', () => {
  const document = v.parse(Document, JSON.parse(JSON.stringify(apiDocument('1.2.3'))));
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      method => `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(documented.sort()).toEqual(Object.keys(contract).sort());
  const ids = Object.values(document.paths).flatMap(operations =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('limits of the contract are limits of the document', () => {
  const document = v.parse(Document, JSON.parse(JSON.stringify(apiDocument('1.2.3'))));
  const update = document.paths['/impianto/{id}']?.put;
  expect(update?.parameters.map(({ name }) => name)).toEqual(['id', 'If-Match']);
  expect(update?.requestBody?.content['application/json']?.schema).toMatchObject({
    additionalProperties: false,
    properties: { albedo: { type: 'number', minimum: 0.05, maximum: 0.9 } },
  });
  expect(document.paths['/auth/authenticate']?.post?.security).toEqual([]);
});
