import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { exportData } from '#contract/account.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { download } from '#web/lib/download.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** What is kept about oneself: take it along, or have it deleted (Decisions 7). */
export function YourData() {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(exportData);
      toast.success('Your data is downloaded');
    } catch (error) {
      toast.error(detailOf(error, 'Failed to download your data'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      id="data"
      title="Your data"
      lead="Everything you wrote, as JSON and as tables, with your photos in one archive."
    >
      <div className="grid gap-3">
        <Button kind="quiet" busy={busy} busyLabel="Collecting..." onClick={() => void save()}>
          <Download className="size-4.5" aria-hidden />
          Download my data
        </Button>
        <Button kind="bare" onClick={() => setAsking(true)}>
          <Trash2 className="size-4.5" aria-hidden />
          Delete my account
        </Button>
      </div>
      {asking && <DeleteAccount onClose={() => setAsking(false)} />}
    </Section>
  );
}
