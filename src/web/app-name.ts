/** The product's names for `registerApp`. Browsers have stored data under this ID. */
export const APP = { id: 'emberkin', title: 'Emberkin' };
