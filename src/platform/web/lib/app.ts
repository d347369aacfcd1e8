interface App {
  /** Part of the names of the database, locks and channels. Changing the ID loses all data stored in browsers. */
  readonly id: string;
  readonly title: string;
}

let app!: App;

/** Sets the product's names. Call it first in the app and in the service worker. */
export function registerApp(product: App): void {
  app = product;
}

/** Returns the product's names. */
export const getApp = (): App => app;
