import { registerProduct } from '#server/app/register-product.ts';

/** Tests that only import the platform would not load the product. */
registerProduct();
