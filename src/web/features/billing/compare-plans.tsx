import { Check, Minus } from 'lucide-react';
import { PRO_COHOSTS_MAX } from '#domain/limits.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { CARD_PLANS, NONE, planName, ROWS } from './plans.ts';

/** Shows a text, or an icon with a text for screen readers. */
function Value({ value }: { value: (typeof ROWS)[number]['values'][number] }) {
  const t = useT();
  if (typeof value === 'string') return t(value);
  if (typeof value === 'number') return t.number(value);
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon className={cx('mx-auto size-5', value && 'text-pine')} strokeWidth={value ? 3 : 2} aria-hidden />
      <span className="sr-only">{t(value ? 'app.billing.compare.yes' : 'app.billing.compare.no')}</span>
    </>
  );
}

export function ComparePlans() {
  const t = useT();
  return (
    <section aria-labelledby="compare" className="mt-8 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <h2 id="compare" className="text-xl font-extrabold">
        {t('app.billing.compare.title')}
      </h2>
      <table className="mt-4 w-full table-fixed text-sm sm:text-base">
        <thead>
          <tr>
            <th scope="col" className="w-[37%] pb-3 text-start">
              <span className="sr-only">{t('app.billing.compare.feature')}</span>
            </th>
            {CARD_PLANS.map((plan) => (
              <th key={plan} scope="col" className="pb-3 text-center font-display font-extrabold max-sm:text-xs">
                {planName(t, plan)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, values }) => (
            <tr key={name} className="border-t-2 border-line">
              <th scope="row" className="py-3.5 pe-2 text-start font-semibold">
                {t(name)}
              </th>
              {CARD_PLANS.map((plan, at) => {
                const value = values[at] ?? false;
                const none = value === false || value === NONE;
                return (
                  <td key={plan} className={cx('py-3.5 text-center max-sm:text-xs', none && 'text-ink-2')}>
                    <Value value={value} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-ink-2">{t('app.billing.compare.note', { max: PRO_COHOSTS_MAX })}</p>
    </section>
  );
}
