import { PaymentDeclined, PaymentRefused, PaymentsUnavailable } from './payments.ts';

type Failure = Error & { type?: string; statusCode?: number };

/** Maps the SDK's errors to ours. The provider's message might name a customer, so it is only stored as the cause. */
function meaningOf(error: Failure): Error {
  const { type = '', statusCode = 0 } = error;
  if (type === 'StripeCardError') return new PaymentDeclined('The card was declined.', { cause: error });
  const away = type === 'StripeConnectionError' || type === 'StripeRateLimitError' || type === 'StripeAPIError';
  if (away || statusCode >= 500 || statusCode === 409 || statusCode === 429)
    return new PaymentsUnavailable('The payment provider did not respond.', { cause: error });
  if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError')
    return new PaymentRefused('The payment provider refused the request.', { cause: error });
  return error;
}

const isMissing = (error: unknown) =>
  error instanceof PaymentRefused && (error.cause as Failure | undefined)?.statusCode === 404;

/** Returns the response, or null if the provider does not have the object. */
export const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Calls Stripe and maps its errors to ours. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw meaningOf(error as Failure);
  }
}
