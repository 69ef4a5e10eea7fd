import { writeSentence } from '#platform/texts/write-sentence.ts'
import { keepsSummariesLonger, type Retention, SUMMARIES_TOO_SHORT } from '@fieldwatch/contract/units/retention'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { changedFields } from '#shared/changes/changed-fields.ts'
import { useNewerVersion } from '#shared/changes/use-newer-version.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import { daysProblem, daysText, type Kept, removals, removedTexts, type TypedDays } from './kept-days.ts'
import { retentionPreviewQuery, type RetentionTarget, useFetchRetention, useSetRetention } from './retention-queries.ts'
import classes from './retention.module.css'
import { t } from './texts.ts'

interface RetentionRowProps {
  /** The unit whose page it is on. */
  dataId?: string
  /** The entity or the source. */
  target: RetentionTarget
  name: string
  days: Retention
  version: number
  /** What counts without a number. */
  otherwise: Kept
  /** Why this person cannot change them, for who hears the fields and does not see what is beside them. */
  readOnlyBecause?: ReactNode
}

/** The days that an entity or a source keeps what it has. What would be removed by a change is shown before it is made. */
export function RetentionRow({ dataId, target, name, days, version, otherwise, readOnlyBecause }: RetentionRowProps) {
  const [typed, setTyped] = useState<Partial<Record<keyof Kept, TypedDays>>>({})
  const [asking, setAsking] = useState(false)
  const set = useSetRetention()
  const rawDays = typed.rawDays ?? days.rawDays ?? ''
  const summaryDays = typed.summaryDays ?? days.summaryDays ?? ''
  const wanted = { rawDays: numberOf(rawDays), summaryDays: numberOf(summaryDays) }
  const changes = changedFields(days, wanted)
  useUnsaved(Object.keys(changes).length > 0)
  const newer = useNewerVersion<Retention, TypedRetention>({
    base: () => typedOf(days),
    typed: () => ({ records: rawDays, summaries: summaryDays }),
    valuesOf: typedOf,
    readNewer: useFetchRetention(dataId, target),
    goOnFrom: (seen, values) => {
      const { records, summaries } = changedFields(typedOf(seen), values)
      setTyped({
        ...(records === undefined ? {} : { rawDays: records }),
        ...(summaries === undefined ? {} : { summaryDays: summaries }),
      })
      set.reset()
    },
  })
  const error = newer.loadError ?? set.error
  const isSound = [rawDays, summaryDays].every((one) => !Number.isNaN(one) && daysProblem(one) === undefined)
  const isOrdered = !isSound || keepsSummariesLonger(wanted)
  const gone = removals(days, wanted, otherwise)

  function save(): void {
    set.mutate({ ...target, ...changes, version }, { onSuccess: () => setTyped({}), onSettled: () => setAsking(false) })
  }

  return (
    <li className={classes['row']}>
      <span className={classes['name']}>{name}</span>
      {(['rawDays', 'summaryDays'] as const).map((field) => (
        <NumberField
          key={field}
          className={classes['days'] ?? ''}
          label={
            <>
              {t(`retention.${field}`)} <VisuallyHidden>{t('retention.of', { name })}</VisuallyHidden>
            </>
          }
          placeholder={otherwise[field] === null ? t('retention.forever') : daysText(otherwise[field])}
          readOnly={readOnlyBecause !== undefined}
          description={readOnlyBecause}
          value={field === 'rawDays' ? rawDays : summaryDays}
          error={daysProblem(field === 'rawDays' ? rawDays : summaryDays)}
          onChange={(value) => setTyped((before) => ({ ...before, [field]: value }))}
        />
      ))}
      <Button
        variant="default"
        disabled={Object.keys(changes).length === 0 || !isSound || !isOrdered || set.isPending || newer.loading}
        aria-label={t('retention.save', { name })}
        onClick={() => (gone.length > 0 ? setAsking(true) : save())}
      >
        {t('retention.submit')}
      </Button>
      {isOrdered ? undefined : (
        <Text role="alert" c="var(--mantine-color-error)">
          {writeSentence(SUMMARIES_TOO_SHORT)}
        </Text>
      )}
      {error === null ? undefined : <ChangeFailure error={error} failure={{ text: error.message }} newer={newer} />}
      <ConfirmDialog
        opened={asking}
        title={t('retention.less.title', { name })}
        confirm={t('retention.less')}
        busy={set.isPending}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        <Stack gap="xs">
          {gone.map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
          {asking && 'entityID' in target ? <Removed entity={target.entityID} wanted={wanted} /> : undefined}
        </Stack>
      </ConfirmDialog>
    </li>
  )
}

/** How much a change of a whole entity removes. */
function Removed({ entity, wanted }: { entity: EntityId; wanted: Retention }) {
  const preview = useQuery(retentionPreviewQuery(useApi(), entity, wanted))
  return (
    <Loaded query={preview} failed={t('retention.extent.failed')} height="3rem">
      {({ removed }) => removedTexts(removed).map((sentence) => <Text key={sentence}>{sentence}</Text>)}
    </Loaded>
  )
}

/** What the two fields hold. */
type TypedRetention = Record<'records' | 'summaries', TypedDays>

function typedOf({ rawDays, summaryDays }: Retention): TypedRetention {
  return { records: rawDays ?? '', summaries: summaryDays ?? '' }
}

function numberOf(days: TypedDays): number | null {
  return days === '' ? null : days
}
