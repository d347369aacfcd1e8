import { type Counted, type Limit, RATE_LIMITS, type RateName, WITHOUT_GENERAL } from '#domain/rate-limits.ts';
import { API } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Json } from './schemas.ts';

const WHOSE: Record<Counted, string> = {
  address: 'for an address',
  network: 'for a network',
  everybody: 'for everyone together',
  user: 'for a user',
  token: 'for an API token',
  email: 'for an email',
  email_address: 'for an email from one address',
  invitation_address: 'for the mission of an invitation from one address',
};

const UNITS = [
  [86_400, 'a day', 'days'],
  [3600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const;

/** `an hour`, `in 15 minutes`. */
function inWords(seconds: number): string {
  const [size, one, many] = UNITS.find(([unit]) => seconds % unit === 0)!;
  return seconds === size ? one : `in ${seconds / size} ${many}`;
}

const inOneSentence = (words: string[]) => words.join(', ').replace(/, ([^,]*)$/, ', and $1');

const limitInWords = ({ by, points, seconds }: Limit) => `${points} ${inWords(seconds)} ${WHOSE[by]}`;

/** Which requests count against a limit that not all requests of a call count against. */
const OF_WHICH: Partial<Record<RateName, string>> = {
  register: 'Of requests without an invitation that is good',
  register_invited: 'Of requests with one',
  join: 'Of requests with a code or key that is not known',
  names: 'Of requests that change the name',
  zones: 'Of requests that change the timezone',
};

/** The names of the limits that a call has besides that of every call, or in its place. */
const namesOf = ({ rate, rates = [] }: Endpoint): RateName[] => [...(rate === undefined ? [] : [rate]), ...rates];

const isShared = (name: RateName) =>
  Object.values(API).filter((endpoint) => namesOf(endpoint).includes(name)).length > 1;

/** The same in sentences; null without any. */
export function ratesInWords(endpoint: Endpoint): string | null {
  const sentences = namesOf(endpoint).map((name) => {
    const limits = inOneSentence(RATE_LIMITS[name].limits.map(limitInWords));
    const together = isShared(name) ? `, together with the other calls of the limit \`${name}\`` : '';
    const instead = WITHOUT_GENERAL.has(name) ? ', instead of the limit of every call' : '';
    const most = name === endpoint.rate ? 'At most' : `${OF_WHICH[name]} at most`;
    return `${most} ${limits}${together}${instead}.`;
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** The same for programs: the names and letters are those of the headers. */
export const ratesOf = (endpoint: Endpoint): Json[] =>
  namesOf(endpoint).flatMap((name) =>
    RATE_LIMITS[name].limits.map(({ by, points, seconds }) => ({
      name: WITHOUT_GENERAL.has(name) ? by : name,
      by,
      q: points,
      w: seconds,
    })),
  );
