import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';

interface BlockDialogProps {
  name: string;
  /** Blocks this person, and resolves when the screen shows it. */
  block: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms, then blocks a person, whose posts the user then no longer sees. */
export function BlockDialog({ name, block, onClose }: BlockDialogProps) {
  const t = useT();
  return (
    <ConfirmAction
      title={t('app.kit.block.title', { name })}
      confirm={t('app.kit.block.confirm')}
      danger
      busyLabel={t('app.kit.block.busy')}
      action={block}
      done={t('app.kit.block.done', { name })}
      failed={t('app.kit.block.failed')}
      onClose={onClose}
    >
      <p>{t('app.kit.block.effect')}</p>
      <p className="mt-3">{t('app.kit.block.reversible')}</p>
    </ConfirmAction>
  );
}
