/**
 * The names that the product registers with the platform, so that the compiler checks the product's names wherever the platform
 * takes one. The product extends this interface where the types are. The members are:
 * - `messages`: the arguments of each message, by its key
 * - `errors`: the HTTP status of each error code
 * - `error_facts`: what the body of an error may carry besides its code and its sentence
 * - `subject`: the fields of a request that name the thing it is about
 * - `rates`: the names of the rate limits
 * - `hint`: a hint of the live stream, with its `kind`
 * - `audience`: who gets a hint
 * - `picture`: what a picture that the product draws shows
 * - `job_context`: what the handlers of jobs receive besides the parts of the platform
 * - `outbox`: the bodies and the answers of the outbox by kind of item, and the `subject` that all items have
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product adds the members.
export interface Register {}

/** A registered type; `Fallback` while the product has registered none. */
export type Registered<Name extends string, Fallback> =
  Register extends Readonly<Record<Name, infer Type>> ? Type : Fallback;
