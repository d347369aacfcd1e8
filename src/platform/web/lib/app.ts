interface App {
  /** Part of the names of the database, locks and channels. Another id loses what browsers have stored. */
  readonly id: string;
  /** The product's name in the titles of pages. */
  readonly title: string;
}

let app!: App;

/** Takes the names of the product. Call it first in the app and in the service worker. */
export function registerApp(product: App): void {
  app = product;
}

/** Returns the names of the product. */
export const getApp = (): App => app;
