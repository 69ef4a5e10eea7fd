import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { Dialog } from '#ui/components/dialog.tsx'
import type { NoteTimes } from './note-form.ts'
import { NotesPanel } from './notes-panel.tsx'
import { t } from './texts.ts'

interface NotesDialogProps {
  dataId: DataId
  /** What the notes are about, such as an event with its start. */
  title: string
  span: TimeRange
  /** When a new note would be. */
  times: NoteTimes
  onClose: () => void
}

/** The notes on a unit around an event or a change of an alert, with a way to add one. */
export function NotesDialog({ dataId, title, span: { from, to }, times, onClose }: NotesDialogProps) {
  return (
    <Dialog title={t('notes.about', { title })} onClose={onClose}>
      <NotesPanel
        dataId={dataId}
        span={{ kind: 'fixed', from, to }}
        sources={[]}
        timesOfNew={() => times}
        onShow={undefined}
      />
    </Dialog>
  )
}
