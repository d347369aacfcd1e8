import { NOTIFICATION_TYPES, PUSH_TYPES } from '#domain/notifications.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from '#domain/patch-names.ts';
import { DELIVERY_ERRORS, WEBHOOK_EVENTS, WEBHOOK_TEST } from '#domain/webhooks.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { ERRORS } from '../errors.ts';
import { Hint } from '../live.ts';

const nameOf = (values: readonly unknown[]) => values.toSorted().join();

/** Lists that can grow: responses can contain values that current clients do not know. */
const OPEN = new Set(
  [
    Object.keys(ERRORS),
    WEBHOOK_EVENTS,
    [...WEBHOOK_EVENTS, WEBHOOK_TEST],
    DELIVERY_ERRORS,
    Hint.shape.kind.options,
    NOTIFICATION_TYPES,
    PUSH_TYPES,
    PATCH_MOTIFS,
    PATCH_PALETTES,
    PATCH_OUTLINES,
    LANGUAGES.map(({ tag }) => tag),
  ].map(nameOf),
);

/** Returns true if the values of an enum are one of these lists. */
export const isOpen = (values: unknown): boolean => Array.isArray(values) && OPEN.has(nameOf(values));
