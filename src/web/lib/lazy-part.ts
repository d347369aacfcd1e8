import { type ComponentProps, type ComponentType, createElement, use } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: Each part has props of its own, which its caller sees.
type Part = ComponentType<any>;

/** A part that failed to load is requested again when it is shown this much later. */
const AGAIN_MS = 3000;

/** Keeps the page with what is typed instead of a reload, and returns true if something is typed. */
let holdPage = (): boolean => false;

/** Sets what keeps a page that would be reloaded. */
export function onMissingPart(hold: () => boolean): void {
  holdPage = hold;
}

/** Reloads the page once for a file that the server no longer has, because a newer build replaced it. */
async function replacePage(error: unknown): Promise<Part> {
  const key = `reloaded:${error}`;
  // Without an answer a reload would lose the page, and a second reload would not help.
  const { ok } = await fetch(location.href, { method: 'HEAD', redirect: 'manual' });
  if (!ok || sessionStorage.getItem(key)) throw error;
  if (holdPage()) return () => null;
  sessionStorage.setItem(key, '1');
  location.reload();
  return new Promise(() => undefined);
}

/** Returns a component whose file is loaded when it is first shown, below a Suspense. */
export function lazyPart<N extends string, M extends Record<N, Part>>(load: () => Promise<M>, name: N): M[N] {
  let part: M[N] | undefined;
  let loading: Promise<Part> | undefined;
  const request = async () => {
    try {
      part = (await load())[name];
      return part;
    } catch (error) {
      setTimeout(() => {
        loading = undefined;
      }, AGAIN_MS);
      return replacePage(error);
    }
  };
  const LazyPart = (props: ComponentProps<M[N]>) => {
    if (!part) loading ??= request();
    return createElement(part ?? use(loading!), props);
  };
  return LazyPart as M[N];
}
