import { registerProduct } from '#server/app/register-product.ts';

/** A test of the platform alone would not load the product. */
registerProduct();
