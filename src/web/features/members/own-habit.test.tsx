import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { OwnHabit } from './own-habit.tsx';

const render = (habit: Mission['habit'], own_habit: string | null) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OwnHabit mission={{ id: 'm', habit }} own={{ own_habit }} />
    </QueryClientProvider>,
  );

describe("the viewer's own habit on the check-in card", () => {
  it('is asked for in a field until there is one', () => {
    const html = render('own', null);
    expect(html).toContain('What will you keep?');
    expect(html).toMatch(/<button type="button"[^>]*>.*Keep/);
  });

  it('cannot be kept while the field is empty', () => {
    expect(render('own', null)).toMatch(/<button type="button"[^>]* disabled=""/);
  });

  it('can take the focus from the field that it replaces', () => {
    expect(render('own', 'Ten pages')).toMatch(/<p tabindex="-1"/);
  });

  it('replaces the field', () => {
    const html = render('own', 'Ten <pages>');
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Ten &lt;pages&gt;');
    expect(html).toContain('font-bold');
  });

  it('does not appear if all members have one habit', () => {
    expect(render('shared', null)).toBe('');
    // An older server does not send the field.
    expect(render(undefined as unknown as Mission['habit'], null)).toBe('');
  });
});
