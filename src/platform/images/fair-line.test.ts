import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { type FairLine, makeFairLine } from './fair-line.ts';
import { AccountLineFull } from './image-errors.ts';

const makeLine = () => makeFairLine<string>({ line_max: 50, account_max: 10 });

function serveAll(line: FairLine<string>): string[] {
  const served: string[] = [];
  for (let item = line.next(); item !== undefined; item = line.next()) served.push(item);
  return served;
}

describe('the order of a fair line', () => {
  it('prefers the account served longest ago and keeps the order of its items', () => {
    const line = makeLine();
    for (const item of ['ana 1', 'ana 2', 'ana 3', 'ben 1', 'cleo 1', 'ben 2']) line.join(item.split(' ')[0]!, item);
    expect(serveAll(line)).toEqual(['ana 1', 'ben 1', 'cleo 1', 'ana 2', 'ben 2', 'ana 3']);
  });

  it('puts a new account before the second item of another', () => {
    const line = makeLine();
    for (const item of ['ana 1', 'ana 2']) line.join('ana', item);
    expect(line.next()).toBe('ana 1');
    line.join('ben', 'ben 1');
    expect(serveAll(line)).toEqual(['ben 1', 'ana 2']);
  });

  it('gives no account a second turn while another waits for its first', () => {
    const accounts = fc.constantFrom('ana', 'ben', 'cleo', 'dov');
    fc.assert(
      fc.property(fc.array(fc.option(accounts, { nil: 'next' }), { maxLength: 80 }), (steps) => {
        const line = makeLine();
        // Each waiting account, with the accounts served since it started to wait for a turn.
        const waiting = new Map<string, { items: number; served: Set<string> }>();
        for (const step of steps) {
          if (step !== 'next') {
            const { items = 0, served = new Set<string>() } = waiting.get(step) ?? {};
            if (items >= 8) continue;
            line.join(step, step);
            waiting.set(step, { items: items + 1, served });
            continue;
          }
          const account = line.next();
          if (account === undefined) continue;
          const { items } = waiting.get(account)!;
          waiting.delete(account);
          for (const { served } of waiting.values()) {
            expect(served).not.toContain(account);
            served.add(account);
          }
          if (items > 1) waiting.set(account, { items: items - 1, served: new Set() });
        }
      }),
    );
  });
});

describe('the slots of a fair line', () => {
  it('are 10 per account, including the item in progress', () => {
    const line = makeLine();
    for (let item = 1; item <= 10; item++) line.join('ana', `ana ${item}`);
    line.next();
    expect(() => line.join('ana', 'one too many')).toThrow(AccountLineFull);
    line.join('ben', 'ben 1');
    expect(line.next()).toBe('ben 1');
    line.join('ana', 'ana 11');
    expect(() => line.join('ana', 'one too many')).toThrow(AccountLineFull);
  });

  it('are 50 for all accounts together', () => {
    const line = makeLine();
    for (let item = 1; item <= 50; item++) line.join(`account ${item}`, `${item}`);
    expect(() => line.join('ana', 'one too many')).toThrow(Overloaded);
    line.next();
    line.join('ana', 'ana 1');
    expect(line.length).toBe(50);
    expect(() => line.join('ben', 'one too many')).toThrow(Overloaded);
  });

  it('show whether other accounts wait', () => {
    const line = makeLine();
    for (const item of ['ana 1', 'ana 2']) line.join('ana', item);
    line.next();
    expect(line.has_others).toBe(false);
    line.join('ben', 'ben 1');
    expect(line.has_others).toBe(true);
  });

  it('are freed by an item that leaves, which is never served', () => {
    const line = makeLine();
    for (let item = 1; item <= 10; item++) line.join('ana', `ana ${item}`);
    expect(line.leave('ana 1')).toBe(true);
    expect(line.leave('ana 1')).toBe(false);
    line.join('ana', 'ana 11');
    expect(line.next()).toBe('ana 2');
    expect(line.leave('ana 2')).toBe(false);
  });
});
