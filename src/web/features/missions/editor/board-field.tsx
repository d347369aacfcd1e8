import { BOARDS, type Board } from '#domain/missions.ts';
import { RadioCard } from '#platform/web/kit/radio-card.tsx';
import { useT } from '#platform/web/lib/language.ts';

export function BoardField({ value, onChange }: { value: Board; onChange: (board: Board) => void }) {
  const t = useT();
  return (
    <fieldset className="grid min-w-0 gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">{t('app.missions.board.legend')}</legend>
      {BOARDS.map((board) => (
        <RadioCard
          key={board}
          name="board"
          value={board}
          checked={value === board}
          onChange={() => onChange(board)}
          aria-describedby={`board-${board}`}
          aria-label={t(`app.missions.board.${board}.name`)}
          className="min-h-12 items-start gap-2.5 px-4 py-3"
          buttonClass="mt-0.5"
        >
          <span>
            <span className="block leading-snug font-semibold">{t(`app.missions.board.${board}.name`)}</span>
            <span id={`board-${board}`} className="block text-xs text-ink-2">
              {t(`app.missions.board.${board}.note`)}
            </span>
          </span>
        </RadioCard>
      ))}
    </fieldset>
  );
}
