import type { DataId } from '@fieldwatch/contract/api/ids'
import { Autocomplete, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { type ChosenOccurrences, tagsQuery, useSetTag } from './event-queries.ts'
import classes from './events.module.css'
import { t } from './texts.ts'

interface TagBarProps {
  dataId: DataId
  name: string
  /** The title of the event table. */
  title: string
  /** The occurrences that are chosen, and how many they are. */
  which: ChosenOccurrences
  count: number
  onTagged: (tagged: ChosenOccurrences) => void
}

/** Tags the chosen occurrences. An empty tag takes theirs away. */
export function TagBar({ dataId, name, title, which, count, onTagged }: TagBarProps) {
  const [tag, setTag] = useState('')
  const [asked, setAsked] = useState(false)
  const known = useQuery({ ...tagsQuery(useApi(), dataId, name), enabled: asked })
  const setting = useSetTag(dataId, name)
  const [missing, setMissing] = useState<string>()

  function set(text: string): void {
    setMissing(undefined)
    setting.mutate(
      { which, tag: text },
      {
        onSuccess: ({ status, message }) => {
          setMissing(status === 'partial_success' ? message : undefined)
          onTagged(which)
        },
      },
    )
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (count > 0) set(tag.trim())
  }

  return (
    <>
      <form className={classes['tagging']} onSubmit={submit} aria-label={t('events.tag.label', { title })}>
        <Autocomplete
          aria-label={t('events.tag')}
          placeholder={count === 0 ? t('events.tag.placeholder') : t('events.tag')}
          size="xs"
          maxLength={100}
          className={classes['tag'] ?? ''}
          data={[...(known.data ?? [])]}
          comboboxProps={{ keepMounted: false }}
          value={tag}
          onFocus={() => setAsked(true)}
          onChange={setTag}
        />
        <Button type="submit" size="xs" variant="default" disabled={count === 0} loading={setting.isPending}>
          {t('events.tag.set')}
        </Button>
        {count === 0 ? undefined : (
          <Button size="xs" variant="subtle" disabled={setting.isPending} onClick={() => set('')}>
            {t('events.tag.remove')}
          </Button>
        )}
      </form>
      {setting.error === null ? undefined : (
        <FailureNote text={t('events.failed.tag')} advice={setting.error.message} />
      )}
      {missing === undefined ? undefined : <Text component="output">{missing}</Text>}
    </>
  )
}
