export const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** Closes the notifications that the worker still shows, or only notifications that match `filter`. */
export async function closeNotifications(filter?: GetNotificationOptions): Promise<void> {
  for (const shown of (await (await findRegistration())?.getNotifications?.(filter)) ?? []) shown.close();
}
