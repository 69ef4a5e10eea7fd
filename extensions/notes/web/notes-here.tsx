import type { Note } from '../contract/notes.ts'
import { useState } from 'react'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { NoteList } from './notes-panel.tsx'
import { t } from './texts.ts'

interface NotesHereProps {
  /** At least one. */
  notes: readonly Note[]
  onClose: () => void
}

/** The notes of a marker on a map. */
export function NotesHere({ notes, onClose }: NotesHereProps) {
  const [edited, setEdited] = useState<Note>()
  return (
    <Dialog title={t('notes.here.title', { count: notes.length })} onClose={onClose}>
      <NoteList notes={notes} withUnit onEdit={setEdited} onShow={undefined} />
      {edited === undefined ? undefined : (
        <NoteDialog dataId={edited.dataID} sources={[]} opened={edited} onClose={() => setEdited(undefined)} />
      )}
    </Dialog>
  )
}
