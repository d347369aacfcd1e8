import { Link } from '@tanstack/react-router';
import { button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';

const MORE = [
  'The trend of 12 weeks and 12 months',
  'Your rhythm over a whole year',
  'All your missions compared',
  'Every streak, with the rest days that kept it whole',
  'For missions that you own: who carries them, and whom a hello may bring back',
];

/** Says what the paid plans add, next to what Free shows truly. */
export function UpgradeCard() {
  return (
    <Section
      id="more"
      title="More with PRO"
      lead="This preview is made of your own last 14 days. Nothing in it is invented, and nothing older is lost."
    >
      <div className="prose-felt">
        <ul>
          {MORE.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Link to="/pricing" className={button({ className: 'mt-6 max-sm:w-full' })}>
        Upgrade
      </Link>
    </Section>
  );
}
