import { join } from 'node:path';
import ts from 'typescript';

/**
 * Lists what the generated clients in the folder of the argument let their callers send without a type: every `any` and
 * `unknown` in a request, by its place. There may be none.
 */
const out = process.argv[2];
const file = (name) => join(out, name);
const SOURCES = {
  'openapi-typescript': file('openapi-typescript/schema.ts'),
  'hey-api': file('hey-api/types.gen.ts'),
  orval: file('orval/client.ts'),
};
const program = ts.createProgram(Object.values(SOURCES), { strict: true, noEmit: true, skipLibCheck: true });
const checker = program.getTypeChecker();

const isOfLanguage = (type) =>
  (type.symbol?.declarations ?? []).some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));

/** The places in a type that take anything. */
function listUntyped(type, place, parents = []) {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [place];
  if (parents.includes(type)) return [];
  const inside = [...parents, type];
  if (type.isUnionOrIntersection()) return type.types.flatMap((one) => listUntyped(one, place, inside));
  if (!(type.flags & ts.TypeFlags.Object)) return [];
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type).flatMap((one) => listUntyped(one, `${place}[]`, inside));
  // A file is a class of the language.
  if (isOfLanguage(type)) return [];
  return [
    ...checker.getIndexInfosOfType(type).flatMap((one) => listUntyped(one.type, `${place}{}`, inside)),
    ...type.getProperties().flatMap((one) => listUntyped(checker.getTypeOfSymbol(one), `${place}.${one.name}`, inside)),
  ];
}

const exportsOf = (name) =>
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(SOURCES[name])));
const propertyOf = (type, name) => {
  const symbol = type.getProperty(name);
  return symbol ? [checker.getTypeOfSymbol(symbol)] : [];
};

/** The types of what is sent with each call, by generator. */
const REQUESTS = {
  'openapi-typescript': () => {
    const operations = exportsOf('openapi-typescript').find(({ name }) => name === 'operations');
    return checker
      .getDeclaredTypeOfSymbol(operations)
      .getProperties()
      .map((call) => {
        const type = checker.getTypeOfSymbol(call);
        return [call.name, ['parameters', 'requestBody'].flatMap((part) => propertyOf(type, part))];
      });
  },
  'hey-api': () =>
    exportsOf('hey-api')
      .map((one) => [one.name, checker.getDeclaredTypeOfSymbol(one)])
      .filter(([name, type]) => name.endsWith('Data') && type.getProperty('url'))
      .map(([name, type]) => [name, ['body', 'path', 'query', 'headers'].flatMap((part) => propertyOf(type, part))]),
  orval: () =>
    exportsOf('orval')
      .map((one) => [one.name, checker.getTypeOfSymbol(one).getCallSignatures()])
      .map(([name, signatures]) => [
        name,
        signatures
          .flatMap((signature) => signature.getParameters())
          .filter((parameter) => parameter.name !== 'options')
          .map((parameter) => checker.getTypeOfSymbol(parameter)),
      ]),
};

const untyped = Object.entries(REQUESTS).flatMap(([generator, list]) => {
  const calls = list().filter(([, types]) => types.length > 0);
  // Another version of a generator may name things otherwise, and then nothing would be looked at.
  if (calls.length < 50) return [`${generator}: only ${calls.length} requests were found`];
  return calls.flatMap(([name, types]) => types.flatMap((type) => listUntyped(type, `${generator}: ${name}`)));
});
if (untyped.length > 0) {
  console.error(`Requests take anything here:\n${[...new Set(untyped)].join('\n')}`);
  process.exitCode = 1;
}
