import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import { STAND_INS } from '#contract/api-docs.ts';
import { ROOT } from '#platform/start/root.ts';

/** The address in the recipes. Readers see their own server's. */
export const SERVER = STAND_INS.public_url;

/** The code blocks of docs/api/cookbook.md, by recipe ID and title. */
export const RECIPES: Readonly<Record<string, Readonly<Record<string, string>>>> = readRecipes();

function readRecipes() {
  const recipes: Record<string, Record<string, string>> = {};
  let recipe: Record<string, string> = {};
  for (const token of lexer(readFileSync(join(ROOT, 'docs/api/cookbook.md'), 'utf8'))) {
    const [, id] = /^### <a id="([\w-]+)">/.exec(token.raw) ?? [];
    if (id) {
      recipe = {};
      recipes[id] = recipe;
    }
    if (token.type === 'code') recipe[token.lang.replace(/^\w+ /, '')] = token.text;
  }
  return recipes;
}

export const getBlock = (recipe: string, title: string): string => RECIPES[recipe]![title]!;
