/** A link inside a sentence. */
export const textLink =
  '-my-2.5 inline-block py-2.5 font-bold text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame';
