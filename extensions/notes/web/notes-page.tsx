import { given } from '@fieldwatch/web/platform/given.ts'
import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useSearchOfPage } from '@fieldwatch/web/platform/extensions/page-link.ts'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { NoteSummary } from './note-summary.tsx'
import { foundNotesQuery } from './note-queries.ts'
import { formatPickedRange, parsePickedRange, spanOfPicked } from '@fieldwatch/web/shared/time-range/picked-range.ts'
import { RangePopover } from '@fieldwatch/web/shared/time-range/range-popover.tsx'
import { UnitPicker } from '@fieldwatch/web/shared/units/unit-picker.tsx'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { LoadingSkeleton } from '@fieldwatch/web/ui/components/loading-skeleton.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import { type NotesSearch, readNotesSearch } from './notes-search.ts'
import classes from './notes-page.module.css'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** So that not each key asks the server. */
const SETTLE_MS = 300

/** The notes of all viewing units: found by a part of their text, by unit and by time. */
export function NotesPage() {
  usePageTitle(t('notes.title'))
  const search = readNotesSearch(useSearch({ from: '/signed-in/$' }))
  return (
    <div className={classes['page']}>
      <Title order={1} size="h3">
        {t('notes.title')}
      </Title>
      <Filters search={search} />
      <FoundNotes search={search} />
    </div>
  )
}

function Filters({ search }: { search: NotesSearch }) {
  const { timeFormat } = useMe()
  const setSearch = useSearchOfPage()
  const [text, setText] = useState(search.text ?? '')
  const range = useMemo(() => (search.range === undefined ? undefined : parsePickedRange(search.range)), [search.range])
  const now = useNow(MINUTE_MS)
  const span = range && spanOfPicked(range, now)

  function narrow(change: { [Key in keyof NotesSearch]?: NotesSearch[Key] | undefined }): void {
    setSearch(given({ ...search, ...change }))
  }
  const narrowByText = useDebouncedCallback((words: string) => narrow({ text: words.trim() || undefined }), SETTLE_MS)

  return (
    <div className={classes['filters']}>
      <TextInput
        type="search"
        label={t('notes.find.text')}
        placeholder={t('notes.text.example')}
        maxLength={100}
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          narrowByText(value)
        }}
      />
      <UnitPicker
        label={t('notes.find.unit')}
        placeholder={t('notes.find.unit.all')}
        clearable
        clearButtonProps={{ 'aria-label': t('notes.find.unit.clear') }}
        value={search.unit ?? ''}
        onChange={(unit) => narrow({ unit: unit || undefined })}
      />
      <Group gap="xs" className={classes['range'] ?? ''}>
        <RangePopover
          label={t('notes.find.range')}
          action={t('notes.find.range.apply')}
          initial={range}
          onApply={(picked) => narrow({ range: formatPickedRange(picked) })}
        />
        {span === undefined ? undefined : (
          <>
            <Text size="sm">
              {t('notes.span', { from: formatMoment(span.from, timeFormat), to: formatMoment(span.to, timeFormat) })}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={() => narrow({ range: undefined })}>
              {t('notes.find.range.all')}
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}

function FoundNotes({ search: { text, unit, range } }: { search: NotesSearch }) {
  const api = useApi()
  const picked = range === undefined ? undefined : parsePickedRange(range)
  const wanted = { text, dataId: unit as DataId | undefined, range: picked }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    foundNotesQuery(api, wanted),
  )
  const notes = data?.pages.flatMap((page) => page.notes)
  if (notes === undefined && error !== null)
    return <LoadFailure title={t('notes.failed')} message={error.message} onRetry={() => void refetch()} />
  if (notes === undefined) return <LoadingSkeleton height="10rem" width="100%" />
  if (notes.length === 0) {
    const isNarrowed = text !== undefined || unit !== undefined || range !== undefined
    return <Text c="dimmed">{isNarrowed ? t('notes.find.none') : t('notes.find.empty')}</Text>
  }
  return (
    <>
      <ul className={classes['notes']} aria-label={t('notes.title')}>
        {notes.map((note) => (
          <li key={note.noteID} className={classes['note']}>
            <NoteSummary note={note} withUnit />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('notes.find.older')}
        </Button>
      ) : undefined}
    </>
  )
}
