/**
 * The rules for the files by which others run a server. Each function takes the text of a file and answers its problems
 * as `{ line, message }`; docs/hosting.md explains what the files are for.
 */
import { DockerfileParser } from 'dockerfile-ast';
import { LineCounter, parseAllDocuments } from 'yaml';

/** What may be in the environment of an image for everybody to read, and what may not. */
const SECRET = /SECRET|PASSWORD|TOKEN|PRIVATE|CREDENTIAL|API_?KEY|(?:DATABASE|DIRECT|SMTP)_URL/i;

/** Whether the name of an image has a tag that does not move on to another major by itself, or a digest. */
const isPinned = (image) => /@sha256:[0-9a-f]{64}$/.test(image) || /:(?!latest$)[^:/]*\d[^:/]*$/.test(image);

/**
 * @param text the Dockerfile
 * @param project `{ exists(path), built }`: what is in the project, and the names that only a build makes
 */
export function dockerfileProblems(text, { exists, built }) {
  const problems = [];
  const file = DockerfileParser.parse(text);
  const add = (instruction, message) => problems.push({ line: instruction.getRange().start.line + 1, message });
  const stages = file.getFROMs();
  const last = stages.at(-1);
  const inLast = (instruction) => last.getRange().start.line < instruction.getRange().start.line;
  const ofKind = (keyword) => file.getInstructions().filter((one) => one.getKeyword() === keyword);

  const named = stages.map((stage) => stage.getBuildStage()).filter(Boolean);
  for (const stage of stages)
    if (!named.includes(stage.getImage()) && !isPinned(stage.getImage()))
      add(stage, `${stage.getImage()} needs a tag with a version`);
  for (const problem of platformProblems(file)) add(...problem);
  for (const kind of ['ENV', 'ARG'])
    for (const one of ofKind(kind))
      for (const property of one.getProperties?.() ?? [one.getProperty()])
        if (SECRET.test(property.getName())) add(one, `${property.getName()} would be readable in the image`);
  for (const one of ofKind('ADD')) add(one, 'COPY does what is meant here');
  for (const one of file.getCOPYs()) {
    const from = one.getFromFlag()?.getValue();
    if (from !== undefined && !named.includes(from)) add(one, `there is no stage "${from}"`);
    for (const source of one
      .getArguments()
      .map((argument) => argument.getValue())
      .slice(0, -1)) {
      const path = from === undefined ? source : source.replace(/^\/app\//, '');
      if (!exists(path) && !(from !== undefined && built.includes(path))) add(one, `there is no ${source}`);
    }
  }
  const users = file.getInstructions().filter((one) => one.getKeyword() === 'USER' && inLast(one));
  const commands = file.getCMDs().filter(inLast);
  if (commands.length !== 1) add(last, 'the last stage needs one CMD');
  for (const command of commands) {
    const [program] = command.getJSONStrings().map((argument) => argument.getJSONValue());
    if (program === undefined) add(command, 'CMD has to be a list: a shell would keep signals from the server');
    else if (program !== 'node') add(command, `CMD has to be node itself, not ${program}`);
    const user = users.findLast((one) => one.getRange().start.line < command.getRange().start.line);
    if (user === undefined) add(command, 'there is no USER before CMD');
    else if (!/^[1-9]\d*$/.test(user.getArgumentsContent())) add(user, 'USER has to be a number other than 0');
  }
  const [health] = file.getHEALTHCHECKs().filter(inLast);
  if (health === undefined) add(last, 'the last stage needs a HEALTHCHECK');
  else if (!/CMD\s*\[.*\/ready\b/s.test(health.getArgumentsContent() ?? ''))
    add(health, 'HEALTHCHECK has to ask /ready, as a list');
  return problems;
}

/**
 * That a build for another architecture emulates nothing but the last stage's own commands: the stages before run on the
 * builder's architecture, and ask npm for the packages of the one that is meant.
 */
function platformProblems(file) {
  const stages = file.getFROMs();
  const [last] = stages.slice(-1);
  const problems = stages
    .filter((stage) => stage.getPlatformFlag()?.getValue() !== (stage === last ? undefined : '$BUILDPLATFORM'))
    .map((stage) => [
      stage,
      stage === last ? 'the last stage has the platform that is asked for' : 'it needs --platform=$BUILDPLATFORM',
    ]);
  const commands = file.getInstructions().filter((one) => one.getKeyword() === 'RUN');
  const install = commands.findLast((one) => /npm ci --omit=dev/.test(one.getArgumentsContent()));
  const wanted = ['$TARGETARCH', '--os=linux', '--libc=glibc', '--cpu="$cpu"', 'link-libraries.js "$cpu"'];
  for (const part of wanted)
    if (!install?.getArgumentsContent().includes(part))
      problems.push([install ?? last, `npm ci --omit=dev needs ${part}`]);
  if (!file.getARGs().some((one) => one.getProperty()?.getName() === 'TARGETARCH'))
    problems.push([stages[0], 'TARGETARCH is empty without its ARG']);
  return problems;
}

/** Whether the patterns of a .dockerignore let a path into the build: the last one that names it or a folder above. */
export function letsIn(dockerignore, path) {
  const parts = path.split('/');
  const places = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const patterns = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  let isIn = true;
  for (const pattern of patterns) {
    const body = pattern.replace(/^!/, '').replace(/^\/|\/$/g, '');
    const source = body
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/\*\*?/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));
    if (places.some((place) => new RegExp(`^${source}$`).test(place))) isIn = pattern.startsWith('!');
  }
  return isIn;
}

/** The documents of a YAML file with its syntax errors. */
export function readYaml(text) {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines });
  const problems = documents.flatMap(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      message: message.split('\n')[0],
    })),
  );
  return { values: problems.length > 0 ? [] : documents.map((document) => document.toJS()), problems };
}

const onTop = (message) => ({ line: 1, message });

/** A text of compose.yaml with the defaults of its variables. */
const withDefaults = (text) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** Names in `.env` that Compose reads itself. */
const COMPOSE_NAMES = ['COMPOSE_FILE'];

/** @param text compose.build.yaml, which adds to compose.yaml how a clone builds the image */
export function composeBuildProblems(text, { validate }) {
  const { values, problems } = readYaml(text);
  if (problems.length > 0) return problems;
  if (!validate(values[0]) || JSON.stringify(values[0]) !== '{"services":{"app":{"build":"."}}}')
    return [onTop('it adds "build: ." to app and nothing else')];
  return [];
}

/**
 * @param text compose.yaml
 * @param given `{ validate, settings, example }`: the published schema as a function of Ajv, the names of settings that
 *   the server reads, and the text of the file of settings to copy
 */
export function composeProblems(text, { validate, settings, example }) {
  const { values, problems } = readYaml(text);
  if (problems.length > 0) return problems;
  const [compose] = values;
  const add = (message) => problems.push(onTop(message));
  if (!validate(compose))
    for (const { instancePath, message } of validate.errors) add(`${instancePath || 'the file'} ${message}`);
  const { app, ...others } = compose.services ?? {};
  if (app === undefined) return [...problems, onTop('there is no service "app"')];
  const wanted = { read_only: true, init: true, restart: 'unless-stopped', stop_grace_period: '30s' };
  for (const [key, value] of Object.entries(wanted)) if (app[key] !== value) add(`app needs ${key}: ${value}`);
  if (!app.tmpfs?.includes('/tmp')) add('app needs a tmpfs /tmp, as nothing else can be written');
  if (app.build) add('app has no build: compose.build.yaml adds it');
  if (!withDefaults(app.image ?? '').startsWith('localhost/'))
    add('the default image of app has to be of localhost: any other registry has it from somebody else');
  for (const [name, { image, healthcheck, volumes = [] }] of Object.entries(compose.services)) {
    if (!isPinned(withDefaults(image ?? ''))) add(`the image of ${name} needs a tag with a version`);
    if (name in others && !healthcheck) add(`${name} needs a health check, for which the app waits`);
    if (healthcheck?.test.includes('pg_isready') && !healthcheck.test.some((word) => word.startsWith('--host=')))
      add(`the health check of ${name} needs --host: on the socket a database answers before it is made`);
    for (const volume of volumes.map((one) => String(one.source ?? one).split(':')[0]))
      if (/^\w/.test(volume) && !(volume in (compose.volumes ?? {}))) add(`there is no volume "${volume}"`);
  }
  for (const [name, { environment = {} }] of Object.entries(compose.services))
    for (const [key, value] of Object.entries(environment)) {
      if (name === 'app' && !settings.has(key)) add(`the server has no setting ${key}`);
      if (SECRET.test(key) && !String(value).includes('${')) add(`${key} of ${name} belongs into .env`);
    }
  const offered = new Set([...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
  for (const name of new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)))
    if (!offered.has(name)) add(`.env.example does not have ${name}, without which nothing starts`);
  for (const name of offered)
    if (!settings.has(name) && !COMPOSE_NAMES.includes(name) && !text.includes(`\${${name}`))
      add(`.env.example has ${name}, which nothing reads`);
  return problems;
}

/**
 * @param text the page of settings, whose tables name each of them once, in the first column
 * @param settings the names of settings that the server reads
 */
export function settingsProblems(text, settings) {
  const problems = [];
  const listed = new Set();
  for (const [at, row] of text.split('\n').entries())
    for (const [, name] of (row.startsWith('|') ? row.split('|')[1] : '').matchAll(/`([A-Z][A-Z\d_]+)`/g)) {
      const add = (message) => problems.push({ line: at + 1, message });
      if (!settings.has(name)) add(`the server has no setting ${name}`);
      if (listed.has(name)) add(`${name} stands here twice`);
      listed.add(name);
    }
  for (const name of settings) if (!listed.has(name)) problems.push(onTop(`the setting ${name} is missing`));
  return problems;
}

/** @param settings the names of settings that the server reads */
export function kubernetesProblems(text, settings) {
  const { values, problems } = readYaml(text);
  const add = (message) => problems.push(onTop(message));
  if (problems.length > 0) return problems;
  const ofKind = (kind) => values.filter((one) => one.kind === kind);
  for (const one of values)
    if (!one?.apiVersion || !one.kind || !one.metadata?.name) add('each part needs apiVersion, kind and metadata.name');
  const environment = Object.assign({}, ...values.map(({ stringData, data }) => ({ ...stringData, ...data })));
  for (const name of Object.keys(environment)) if (!settings.has(name)) add(`the server has no setting ${name}`);
  const [deployment] = ofKind('Deployment');
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];
  if (container === undefined) return [...problems, onTop('there is no Deployment with a container')];
  if (!(deployment.spec.replicas >= 2)) add('the Deployment needs two replicas');
  if (!isPinned(container.image)) add('the image needs a tag with a version');
  const probes = { startupProbe: '/health', livenessProbe: '/health', readinessProbe: '/ready' };
  for (const [probe, path] of Object.entries(probes))
    if (container[probe]?.httpGet?.path !== path) add(`${probe} has to ask ${path}`);
  if (!(pod.terminationGracePeriodSeconds >= Number(environment.DRAIN_SECONDS) + 15))
    add('terminationGracePeriodSeconds has to be DRAIN_SECONDS and 15 at least');
  if (pod.securityContext?.runAsNonRoot !== true) add('securityContext needs runAsNonRoot: true');
  if (container.securityContext?.readOnlyRootFilesystem !== true)
    add('the container needs readOnlyRootFilesystem: true');
  for (const { secretRef, configMapRef } of container.envFrom ?? [])
    for (const [kind, name] of Object.entries({ Secret: secretRef?.name, ConfigMap: configMapRef?.name }))
      if (name && !ofKind(kind).some(({ metadata }) => metadata.name === name)) add(`there is no ${kind} "${name}"`);
  for (const { name } of container.volumeMounts ?? [])
    if (!pod.volumes?.some((volume) => volume.name === name)) add(`there is no volume "${name}"`);
  for (const { spec } of ofKind('Ingress'))
    if (!spec.ingressClassName) add('the Ingress needs ingressClassName, or no controller takes it');
  const app = JSON.stringify(deployment.spec.selector.matchLabels);
  const selectors = [deployment.spec.template.metadata.labels, ...ofKind('Service').map(({ spec }) => spec.selector)];
  for (const labels of selectors)
    if (JSON.stringify(labels) !== app) add('all labels and selectors have to be the same');
  return problems;
}

/** What nginx refuses or warns of by its present version, and what Emberkin needs of it. */
export function nginxProblems(text) {
  const wanted = ['http2 on', 'client_max_body_size 16m', 'proxy_buffering off', 'proxy_read_timeout 1h'];
  return [
    ...wanted.filter((line) => !text.includes(`${line};`)).map((line) => onTop(`there is no "${line};"`)),
    ...(/^\s*listen .*\bhttp2\b/m.test(text) ? [onTop('"http2" at "listen" is deprecated since nginx 1.25.1')] : []),
  ];
}

/** The settings of a section of a unit of systemd: each key with its values. */
function readSection(text, name) {
  const [, section = ''] = text.split(`\n[${name}]\n`);
  const pairs = section.split(/^\[/m)[0].matchAll(/^([A-Z]\w+)=(.*)$/gm);
  const values = new Map();
  for (const [, key, value] of pairs) values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

/** @param settings the names of settings that the server reads */
export function unitProblems(text, settings) {
  const problems = [];
  const add = (message) => problems.push(onTop(message));
  const service = readSection(text, 'Service');
  const wanted = {
    DynamicUser: 'yes',
    StateDirectory: 'emberkin',
    ProtectSystem: 'strict',
    NoNewPrivileges: 'yes',
    UMask: '0077',
    KillMode: 'mixed',
  };
  for (const [key, value] of Object.entries(wanted))
    if (service.get(key)?.at(-1) !== value) add(`[Service] needs ${key}=${value}`);
  if (!/^\/\S+\/node dist\/server\/main\.js$/.test(service.get('ExecStart')?.at(-1) ?? ''))
    add('ExecStart has to be node itself with dist/server/main.js');
  if (service.has('MemoryDenyWriteExecute'))
    add('MemoryDenyWriteExecute would stop Node, which compiles while it runs');
  const names = (service.get('Environment') ?? []).flatMap((line) => line.split(' ')).map((pair) => pair.split('=')[0]);
  for (const name of names) {
    if (!settings.has(name)) add(`the server has no setting ${name}`);
    if (SECRET.test(name)) add(`${name} belongs into the EnvironmentFile: everybody may read a unit`);
  }
  return problems;
}
