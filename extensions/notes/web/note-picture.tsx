import type { Note } from '../contract/notes.ts'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { useObjectUrl } from '@fieldwatch/web/ui/components/use-object-url.ts'
import { notePictureQuery } from './note-queries.ts'
import classes from './note-picture.module.css'
import { t } from './texts.ts'

interface NotePictureProps {
  note: Pick<Note, 'noteID' | 'version' | 'picture'>
  /** The time of the note, as people read it. */
  when: string
}

/** The small picture of a note, which opens the whole one; nothing for a note without one. */
export function NotePicture({ note, when }: NotePictureProps) {
  const [isOpen, setOpen] = useState(false)
  if (note.picture === null) return undefined
  const alt = note.picture.alt === '' ? t('notes.picture.of', { when }) : note.picture.alt
  return (
    <>
      <UnstyledButton
        className={classes['open'] ?? ''}
        aria-label={t('notes.picture.open', { alt })}
        onClick={() => setOpen(true)}
      >
        <Loaded note={note} size="small" alt="" />
      </UnstyledButton>
      {isOpen ? (
        <Dialog title={t('notes.picture.of', { when })} size="xl" onClose={() => setOpen(false)}>
          <Loaded note={note} size="full" alt={alt} />
          {note.picture.alt === '' ? undefined : (
            <p className={classes['caption']} dir="auto">
              {note.picture.alt}
            </p>
          )}
        </Dialog>
      ) : undefined}
    </>
  )
}

interface LoadedProps extends Pick<NotePictureProps, 'note'> {
  size: 'full' | 'small'
  alt: string
}

function Loaded({ note, size, alt }: LoadedProps) {
  const { data, error, refetch } = useQuery(notePictureQuery(useApi(), note, size))
  const url = useObjectUrl(data)
  if (error !== null && size === 'full')
    return <FailureNote text={t('notes.picture.failed')} advice={error.message} onRetry={() => void refetch()} />
  if (error !== null) return <span className={classes['failed']}>{t('notes.picture.failed')}</span>
  if (url === undefined) return <Skeleton className={classes[size] ?? ''} />
  return <img src={url} alt={alt} className={classes[size]} />
}
