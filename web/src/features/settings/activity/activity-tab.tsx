import { TabFrame } from '../tab-frame.tsx'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ActivityList } from '#shared/activity/activity-list.tsx'
import type { ActivityNarrowing } from '#shared/activity/activity-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { type ActivityChoice, narrowingOf, NO_CHOICE } from './activity-choice.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { exportActivity } from '@fieldwatch/contract/activity/activity'
import type { Api } from '#platform/api/call.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { fileOf } from '#shared/downloads/save-csv.ts'
import { saveAs } from '#shared/downloads/save-sheet.ts'
import { t } from './texts.ts'

/** So that not each key asks the server. */
const SETTLE_MS = 300

/** Who changed what in the entities in reach, and who signed in from where. For admins. */
export function ActivityTab() {
  const api = useApi()
  const [choice, setChoice] = useState<ActivityChoice>(NO_CHOICE)
  const [settled] = useDebouncedValue(choice, SETTLE_MS)
  const narrowing = useMemo<ActivityNarrowing>(() => narrowingOf(settled), [settled])
  const download = useMutation({
    mutationFn: (format: FileFormat) => downloadActivity(api, narrowingOf(choice), format),
  })
  const choose = (change: Partial<ActivityChoice>): void => setChoice((before) => ({ ...before, ...change }))
  return (
    <TabFrame
      title={t('activity.title')}
      tools={
        <FormatMenu onChoose={download.mutate}>
          <Button variant="default" loading={download.isPending}>
            {t('activity.export')}
          </Button>
        </FormatMenu>
      }
      help={t('activity.help')}
    >
      {download.isError ? (
        <FormFailure text={t('activity.export.failed')} advice={download.error.message} />
      ) : undefined}
      <ActivityFilters choice={choice} onChoose={choose} />
      <ActivityList
        label={t('activity.title')}
        narrowing={narrowing}
        emptyText={choice === NO_CHOICE ? t('activity.none') : t('activity.none.filtered')}
      />
    </TabFrame>
  )
}

/** Saves all that the narrowing leaves, with states. */
async function downloadActivity(api: Api, narrowing: ActivityNarrowing, format: FileFormat): Promise<void> {
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const response = await api.callRaw(exportActivity, { query: { ...narrowing, format, timeZone } })
  saveAs(await fileOf(response, () => undefined), 'activity', format)
}
