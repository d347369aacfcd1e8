import { expect, it } from 'vitest';
import { isOfOutage } from './failures.ts';
import { makeOutage } from './outage.ts';

function watch() {
  const lines: string[] = [];
  const line = (_: object, sentence: string) => void lines.push(sentence);
  return { lines, outage: makeOutage({ info: line, warn: line }) };
}
const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const missing = (syscall: string) => Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall });
const withCode = (code: string) => Object.assign(new Error('no'), { code });
const later = () => performance.now() + 1;

it('an outage logs one line at its start and one at its end', () => {
  const { lines, outage } = watch();
  outage.answered(later());
  for (let n = 0; n < 10; n++) outage.failed(away, later());
  for (let n = 0; n < 10; n++) outage.answered(later());
  expect(lines).toEqual(['the database cannot be reached', 'the database can be reached again']);
  outage.failed(away, later());
  expect(lines).toHaveLength(3);
});

it('calls that started before the database went away or came back change nothing', () => {
  const { lines, outage } = watch();
  const before = performance.now() - 1;
  outage.failed(away, before);
  outage.answered(before);
  outage.answered(later());
  outage.failed(away, before);
  expect(lines).toEqual(['the database cannot be reached', 'the database can be reached again']);
});

it('other errors start no outage, such as a missing file, but a missing socket does', () => {
  const { lines, outage } = watch();
  for (const error of [new Error('no'), Object.assign(new Error('taken'), { code: '23505' }), missing('open'), 'text'])
    outage.failed(error, later());
  expect(lines).toEqual([]);
  outage.failed(missing('connect'), later());
  expect(lines).toEqual(['the database cannot be reached']);
});

it.each([
  ['a statement that takes too long', new Error('Query read timeout')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a server without room for a connection', withCode('53300')],
  ['a server that only reads', withCode('25006')],
])('%s starts no outage but belongs to a current one', (_, error) => {
  const { lines, outage } = watch();
  outage.answered(later());
  outage.failed(error, later());
  outage.answered(later());
  expect([lines, isOfOutage(error)]).toEqual([[], false]);
  outage.failed(away, later());
  outage.failed(error, later());
  expect([lines, isOfOutage(error)]).toEqual([['the database cannot be reached'], true]);
});
