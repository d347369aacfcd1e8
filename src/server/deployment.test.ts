import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '#platform/start/root.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
/** Replaces variables with their defaults. */
const withDefaults = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'));
  const { app, database } = compose.services;

  it('trusts only the network of its own services', () => {
    const [network, ...others] = Object.entries<{ ipam: { config: { subnet: string }[] } }>(compose.networks);
    expect(others).toEqual([]);
    const [name, { ipam }] = network!;
    expect([app.networks, database.networks]).toEqual([[name], [name]]);
    expect(ipam.config.map(({ subnet }) => withDefaults(subnet))).toEqual([withDefaults(app.environment.TRUST_PROXY)]);
  });

  it('gives the database only the capabilities that its first process needs', () => {
    expect(database).toMatchObject({
      cap_drop: ['ALL'],
      cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('names the roles of .env.example, and the superuser if .env names none', () => {
    const roles = Object.fromEntries(
      [...read('.env.example').matchAll(/^(POSTGRES_(?:ROWS|OWNER))=(.+)$/gm)].map(([, name, role]) => [name, role]),
    );
    const { DATABASE_URL, DATABASE_DIRECT_URL } = app.environment;
    const withRoles = (text: string) =>
      text.replaceAll(/\$\{(POSTGRES_\w+?):-[^}]*\}/g, (_, name: string) => roles[name] ?? '');
    expect([DATABASE_URL, DATABASE_DIRECT_URL].map((url) => /\/\/(.+?):/.exec(withRoles(url))?.[1])).toEqual([
      'emberkin_rows',
      'emberkin_owner',
    ]);
    expect(withDefaults(DATABASE_URL)).toBe(withDefaults(DATABASE_DIRECT_URL));
    for (const role of Object.values(roles))
      expect(compose.configs.roles.content).toContain(`create role ${role} login`);
  });
});

describe('deploy/kubernetes.yaml', () => {
  const parts = parseAllDocuments(read('deploy/kubernetes.yaml')).map((part) => part.toJS());
  const ofKind = (kind: string) => parts.find((part) => part.kind === kind);

  it('lets only the ingress controller reach the replicas', () => {
    const { podSelector, policyTypes, ingress } = ofKind('NetworkPolicy').spec;
    expect(podSelector).toEqual(ofKind('Deployment').spec.selector);
    expect(policyTypes).toEqual(['Ingress']);
    expect(ingress.flatMap(({ from }: { from: object[] }) => from.map((one) => Object.keys(one)))).toEqual([
      ['namespaceSelector'],
    ]);
  });

  it('uses two database roles', () => {
    const { DATABASE_URL, DATABASE_DIRECT_URL } = ofKind('Secret').stringData;
    expect([DATABASE_URL, DATABASE_DIRECT_URL].map((url) => new URL(url).username)).toEqual([
      'emberkin_rows',
      'emberkin_owner',
    ]);
  });
});
