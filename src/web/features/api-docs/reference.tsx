import { textLink } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';
import { commonFailures, eventsIn, type OpenApi, readFamilies, readObjects } from './document.ts';
import { objectId } from './fields.tsx';
import { EventEntry, ObjectEntry, OperationEntry } from './operation.tsx';
import { Failures } from './operation-parts.tsx';

/** Families whose name in words is not the name itself with a capital. */
const TITLES: Record<string, string> = {
  auth: 'Account',
  checkins: 'Check-ins',
  'checkin-keys': 'Check-in keys',
  key: 'Check-in by key',
  me: 'You',
  'one-tap': 'Check-in links',
  push: 'Push messages',
};

const titleOf = (name: string) =>
  TITLES[name.toLowerCase()] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
const familyId = (name: string) => `family-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

const section = 'scroll-mt-4 min-w-0 print:shadow-none';

/** What the reference shows of the document, and its contents. */
export function readReference(document: OpenApi) {
  const families = readFamilies(document);
  const events = eventsIn(document);
  const objects = readObjects(document, families);
  const contents = [
    { id: 'any-call', title: 'Any call' },
    ...families.map(({ name }) => ({ id: familyId(name), title: titleOf(name) })),
    ...(events.length > 0 ? [{ id: 'events', title: 'Events' }] : []),
    ...(objects.length > 0 ? [{ id: 'objects', title: 'Objects' }] : []),
  ];
  return { families, events, objects, failures: commonFailures(families), contents };
}

/** Every call of users and programs, every event and every named object. */
export function Reference({ families, events, objects, failures }: ReturnType<typeof readReference>) {
  const common = new Set(failures.map(({ sentence }) => sentence));
  return (
    <>
      <div data-filter className="print:hidden" />
      <Section
        id="any-call"
        title="Any call"
        lead={
          <>
            Failures that every call can answer, besides its own. How errors look, and what tokens open, is in the{' '}
            <a href="/docs/api" className={textLink}>
              guide
            </a>
          </>
        }
        className={section}
      >
        <Failures failures={failures} />
      </Section>
      {families.map(({ name, description, operations }) => (
        <Section
          key={name}
          id={familyId(name)}
          title={titleOf(name)}
          lead={description ?? undefined}
          className={section}
        >
          {operations.map((operation) => (
            <OperationEntry key={operation.id} operation={operation} common={common} />
          ))}
        </Section>
      ))}
      {events.length > 0 && (
        <Section id="events" title="Events" lead="What a webhook sends, by the type of the event." className={section}>
          {events.map((event) => (
            <EventEntry key={event.path} event={event} />
          ))}
        </Section>
      )}
      {objects.length > 0 && (
        <Section id="objects" title="Objects" lead="What calls and events have in common." className={section}>
          {objects.map(([name, schema]) => (
            <ObjectEntry key={name} id={objectId(name)} name={name} schema={schema} />
          ))}
        </Section>
      )}
    </>
  );
}
