export const OPERATOR = { ADMIN_USERNAME: 'bench', ADMIN_PASSWORD: 'the operator of the bench' };

export const OPERATOR_SIGN_IN = { username: OPERATOR.ADMIN_USERNAME, password: OPERATOR.ADMIN_PASSWORD };
