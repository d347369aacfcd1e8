/**
 * The names that the product registers with the platform, so the compiler checks them wherever the platform uses them.
 * The product extends this interface next to its types. The members are:
 * - `messages`: the arguments of each message, by key
 * - `errors`: the HTTP status of each error code
 * - `error_facts`: the fields that an error's body can contain besides its code and sentence
 * - `subject`: the request fields that name the thing a request is about
 * - `rates`: the names of the rate limits
 * - `hint`: a hint of the live stream, with its `kind`
 * - `audience`: the users who receive a hint
 * - `picture`: the contents of a picture that the product draws
 * - `job_context`: the input of job handlers besides the platform's part
 * - `outbox`: the bodies and responses of the outbox by kind of item, and the `subject` that all items have
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product adds the members.
export interface Register {}

/** A registered type, or `Fallback` if the product has registered none. */
export type Registered<Name extends string, Fallback> =
  Register extends Readonly<Record<Name, infer Type>> ? Type : Fallback;
