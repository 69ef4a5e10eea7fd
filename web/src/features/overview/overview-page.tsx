import type { texts } from '@fieldwatch/messages/overview/en'
import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { Slot } from '#platform/extensions/slot.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { OverviewWidgetsView, showsAnything } from '#shared/widgets/overview-widgets.tsx'
import { OwnTemplate } from '#shared/widgets/settings/own-template.tsx'
import { WidgetEditor } from '#shared/widgets/settings/widget-editor.tsx'
import { AddChart, AddWidget } from '#shared/widgets/settings/widget-tools.tsx'
import classes from './overview-page.module.css'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/overview/??.*'))

const NOTHING: OverviewWidgets = {}

/** The overview of a unit: what its template shows, as it is now, or as it was at the moment that is replayed. */
export function OverviewPage() {
  return (
    <WidgetEditor>
      <OverviewContent />
    </WidgetEditor>
  )
}

function OverviewContent() {
  const { unit } = useUnit()
  const template = useShownTemplate()
  const overview = template?.overview ?? NOTHING
  const isShown = useMemo(() => showsAnything(overview), [overview])
  // A link shows what is now, and not a moment that is replayed.
  const isPast = useReplay() !== undefined
  if (!isShown) return <OverviewEmpty hasTemplate={template !== null} />
  return (
    <>
      <OverviewWidgetsView unit={unit} overview={overview} hasTracks />
      <div className={classes['add']}>
        <AddWidget label={t('overview.add-widget')} widget="" at="last" />
        {isPast ? undefined : (
          <Slot
            name="screen.share"
            of={{ thing: () => ({ kind: 'overview', dataId: unit.dataID, unitName: unit.friendlyName }) }}
          />
        )}
      </div>
      <OwnTemplate />
    </>
  )
}

/** Says what the overview would show, and how to get it. */
function OverviewEmpty({ hasTemplate }: { hasTemplate: boolean }) {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>{t('overview.empty')}</Text>
      <Text c="dimmed">{hasTemplate ? t('overview.empty.template') : t('overview.empty.no-template')}</Text>
      <Group justify="center">
        <AddWidget label={t('overview.add-widget')} widget="" at="last" />
        <AddChart at="last" />
      </Group>
      <OwnTemplate />
    </Stack>
  )
}
