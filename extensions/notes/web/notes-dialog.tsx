import type { UnitMoment } from '@fieldwatch/web/platform/extensions/slots.ts'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { t } from './texts.ts'

interface NotesDialogProps {
  moment: UnitMoment
  onClose: () => void
}

/** The notes on a unit around a moment, with a way to add one. */
export function NotesDialog({ moment: { dataId, title, from, to, around }, onClose }: NotesDialogProps) {
  return (
    <Dialog title={t('notes.about', { title })} onClose={onClose}>
      <NotesPanel
        dataId={dataId}
        span={{ kind: 'fixed', ...around }}
        sources={[]}
        timesOfNew={() => ({ from, to })}
        onShow={undefined}
      />
    </Dialog>
  )
}
