import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineHashes } from '../../src/datalogger/api/http/security-headers';
import { consoleFolder } from '../support/build-console';
import { testPassword } from '../support/datalogger';

const files = readdirSync(consoleFolder, { recursive: true, encoding: 'utf8' });
const texts = files
  .filter(name => /\.(js|css|html|svg|json)$/.test(name))
  .map(name => [name, readFileSync(join(consoleFolder, name), 'utf8')] as const);
const withMatch = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([name]) => name);

test('E13: the bundle builds no code from text and writes no markup', () => {
  expect(texts.length).toBeGreaterThan(40);
  expect(withMatch(/\beval\(|\bnew Function\b|(?<![.\w])Function\(|\bdocument\.write\b/)).toEqual([]);
  expect(withMatch(/\bimportScripts\b|\bserviceWorker\b/)).toEqual([]);
});

test('E13: the page has one script and one style within it, let through by what they are, and no handler', () => {
  const page = texts.find(([name]) => name === 'index.html')?.[1] ?? '';
  expect(page.match(/<script(?![^>]*\s(src=|type="application\/json"))|<style/gi)).toEqual([
    '<style',
    '<script',
  ]);
  for (const hashes of Object.values(inlineHashes(page))) {
    expect(hashes).toHaveLength(1);
    expect(page.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]).toContain(hashes[0]);
  }
  const markup = page.replaceAll(/<(script|style)>.*?<\/\1>/gs, '');
  expect(markup).not.toMatch(/\sstyle=|\son\w+=|javascript:/i);
});

test('E13, E11: nothing in it names another place, and no source map tells where it comes from', () => {
  const places = texts.flatMap(([, text]) => text.match(/\b(https?|wss?|ftp):\/\/[\w.-]+/g) ?? []);
  expect([...new Set(places)]).toEqual(['http://www.w3.org']);
  expect(withMatch(/sourceMappingURL/)).toEqual([]);
  expect(files.filter(name => /\.map$|(^|\/)\./.test(name))).toEqual([]);
});

test('A04, E13: no password, key or path of the machine that built it is in it', () => {
  expect(withMatch(new RegExp(testPassword))).toEqual([]);
  expect(withMatch(/-----BEGIN|\/home\/|\/work\/|\/node_modules\//)).toEqual([]);
});
