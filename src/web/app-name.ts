/** What `registerApp` takes. Browsers have stored data under this id. */
export const APP = { id: 'emberkin', title: 'Emberkin' };
