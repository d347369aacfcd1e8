import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ScheduleField } from './schedule-field.tsx';

const render = (value: string, props: { error?: string; fixed?: boolean } = {}) =>
  renderToStaticMarkup(
    <ScheduleField value={value} error={props.error} fixed={props.fixed ?? false} onChange={() => undefined} />,
  );
const tagsOf = (html: string, tag: string) => html.match(new RegExp(`<${tag}[^>]*>`, 'g')) ?? [];
const checkedOf = (html: string) => tagsOf(html, 'input').find((input) => input.includes('checked=""'));

describe('schedule field', () => {
  it('has no buttons if every day is chosen', () => {
    const html = render('daily');
    expect(checkedOf(html)).toContain('value="daily"');
    expect(tagsOf(html, 'button')).toEqual([]);
  });

  it('has a stepper from 1 to 6 times a week', () => {
    expect(render('weekly 3')).toContain('3 times a week');
    expect(tagsOf(render('weekly 3'), 'button').filter((button) => button.includes('aria-disabled='))).toEqual([]);
    const [fewest, most] = [render('weekly 1'), render('weekly 6')];
    expect(fewest).toContain('once a week');
    expect(fewest).toMatch(/aria-label="Fewer"[^>]*aria-disabled="true"/);
    expect(most).toMatch(/aria-label="More"[^>]*aria-disabled="true"/);
  });

  it('has seven toggles with full weekday names', () => {
    const buttons = tagsOf(render('weekdays mon sun'), 'button');
    expect(buttons.map((button) => /aria-label="(\w+)"/.exec(button)?.[1])).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    const pressed = buttons.map((button) => button.includes('aria-pressed="true"'));
    expect(pressed).toEqual([true, false, false, false, false, false, true]);
  });

  it('shows its problem and can take the focus', () => {
    const html = render('weekdays', { error: 'Choose one to six days' });
    expect(html).toMatch(/role="radiogroup"[^>]*tabindex="-1"[^>]*aria-invalid="true"/i);
    expect(html).toContain('aria-describedby="schedule-error"');
    expect(html).toMatch(/id="schedule-error"[^>]*>Choose one to six days</);
  });

  it('is disabled after the first check-in and says why', () => {
    for (const value of ['daily', 'weekly 3', 'weekdays mon']) {
      const html = render(value, { fixed: true });
      for (const control of [...tagsOf(html, 'input'), ...tagsOf(html, 'button')])
        expect(control).toContain('disabled=""');
      expect(html).toMatch(/id="schedule-note"[^>]*>Fixed since the first check-in\.</);
    }
  });
});
