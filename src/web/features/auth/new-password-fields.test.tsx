import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NewPasswordFields } from './new-password-fields.tsx';

const field = (error?: string) => ({ id: 'password', name: 'password', value: 'short', onChange: () => {}, error });

it.each([
  ['by the meter while there is no error', undefined],
  ['by the error once there is one', 'Password must be at least 6 characters'],
])('says once how long a password must be, %s', (_, error) => {
  const html = renderToStaticMarkup(
    <NewPasswordFields
      label="Password"
      confirmLabel="Confirm Password"
      password={field(error) as never}
      confirm={{ ...field(), id: 'confirm' } as never}
    />,
  );
  expect(html.match(/at least \d+ characters/gi)).toHaveLength(1);
});
