import { type ComponentProps, type ComponentType, createElement, use } from 'react';
import { replacePage } from './replace-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: Each part has props of its own, which its caller sees.
type Part = ComponentType<any>;

/** After a failed load, the next render retries only after this time. */
const AGAIN_MS = 3000;

/** Returns a component that loads its file when it first renders. Put it below a Suspense. */
export function lazyPart<N extends string, M extends Record<N, Part>>(load: () => Promise<M>, name: N): M[N] {
  let part: M[N] | undefined;
  let loading: Promise<Part> | undefined;
  const request = async () => {
    try {
      part = (await load())[name];
      return part;
    } catch (error) {
      return replacePage(error).catch((final) => {
        setTimeout(() => {
          loading = undefined;
        }, AGAIN_MS);
        throw final;
      });
    }
  };
  const LazyPart = (props: ComponentProps<M[N]>) => {
    if (!part) loading ??= request();
    return createElement(part ?? use(loading!), props);
  };
  return LazyPart as M[N];
}
