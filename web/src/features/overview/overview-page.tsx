import { EVENT_LOG_ROWS, GENERIC_TABLE_ROWS } from '@fieldwatch/contract/templates'
import { useMemo } from 'react'
import { useNow } from '#ui/components/use-now.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { type OpenUnit, useUnit } from '#shared/units/unit-context.ts'
import type { WidgetPlace } from '#shared/widget-settings/template-widgets.ts'
import { WidgetEditor } from '#shared/widget-settings/widget-editor.tsx'
import { OwnTemplate } from '#shared/widget-settings/own-template.tsx'
import { AddChart, AddWidget } from '#shared/widget-settings/widget-tools.tsx'
import { CardWidget } from './card-widget.tsx'
import { GaugeWidget } from './gauge-widget.tsx'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import { useSources } from '#shared/latest/latest-queries.ts'
import { OverviewClockContext } from './overview-clock.ts'
import classes from './overview-page.module.css'
import { PositionWidget } from './position-widget.tsx'
import { RecordTable } from './record-table.tsx'
import { WidgetPlaceContext } from './widget-place.ts'
import { type Overview, sourceNeeds } from './source-needs.ts'
import { Group, Stack, Text } from '@mantine/core'

const AGEING_MS = 1000
const NOTHING: Overview = {}
const EVENT_LOG_PLACE: WidgetPlace = { kind: 'eventLog', index: 0 }

/** The overview of a unit: what its template shows, as it is now. */
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
  const { timeFormat } = useMe()
  const now = useNow(AGEING_MS)
  const clock = useMemo(() => ({ now, timeFormat }), [now, timeFormat])
  const overview = template?.overview ?? NOTHING
  const needs = useMemo(() => sourceNeeds(overview), [overview])
  if (needs.size === 0) return <OverviewEmpty hasTemplate={template !== null} />
  return (
    <OverviewClockContext value={clock}>
      <Widgets unit={unit} overview={overview} needs={needs} />
      <div className={classes['add']}>
        <AddWidget label="Add Widget" widget="" at="last" />
      </div>
      <OwnTemplate />
    </OverviewClockContext>
  )
}

interface WidgetsProps {
  unit: OpenUnit['unit']
  overview: Overview
  needs: ReadonlyMap<string, SourceNeed>
}

// Widgets are identified by their place in the template, which is replaced as a whole.
/* oxlint-disable react/no-array-index-key */
function Widgets({ unit, overview, needs }: WidgetsProps) {
  const read = useSources(unit.dataID, needs)
  const status = useLiveStatus()
  const { gauges = [], infoCards = [], statistics = [], tables = [], maps = [], eventLog } = overview
  return (
    <div className={classes['overview']} data-stale={status.kind === 'lost' || status.kind === 'refused'}>
      {gauges.length > 0 && (
        <section aria-label="Gauges" className={classes['gauges']}>
          {gauges.map((gauge, index) => (
            <WidgetPlaceContext key={index} value={{ kind: 'gauges', index }}>
              <GaugeWidget gauge={gauge} read={read} />
            </WidgetPlaceContext>
          ))}
        </section>
      )}
      {statistics.length + infoCards.length > 0 && (
        <section aria-label="Values" className={classes['cards']}>
          {statistics.map((card, index) => (
            <WidgetPlaceContext key={`statistics ${index}`} value={{ kind: 'statistics', index }}>
              <CardWidget card={card} layout="row" read={read} />
            </WidgetPlaceContext>
          ))}
          {infoCards.map((card, index) => (
            <WidgetPlaceContext key={`info ${index}`} value={{ kind: 'infoCards', index }}>
              <CardWidget card={card} layout="list" read={read} />
            </WidgetPlaceContext>
          ))}
        </section>
      )}
      {maps.length + tables.length + (eventLog === undefined ? 0 : 1) > 0 && (
        <section aria-label="Records" className={classes['records']}>
          {maps.map((map, index) => (
            <WidgetPlaceContext key={`map ${index}`} value={{ kind: 'maps', index }}>
              <PositionWidget dataId={unit.dataID} map={map} unitName={unit.friendlyName} read={read} />
            </WidgetPlaceContext>
          ))}
          {tables.map((table, index) => (
            <WidgetPlaceContext key={`table ${index}`} value={{ kind: 'tables', index }}>
              <RecordTable
                title={table.title}
                specifications={table.specifications}
                limit={GENERIC_TABLE_ROWS}
                emptyText="No records yet. They appear here as the unit sends them."
                read={read}
              />
            </WidgetPlaceContext>
          ))}
          {eventLog !== undefined && (
            <WidgetPlaceContext value={EVENT_LOG_PLACE}>
              <RecordTable
                title={eventLog.title}
                specifications={eventLog.specifications}
                limit={EVENT_LOG_ROWS}
                emptyText="No messages yet. They appear here as the unit sends them."
                read={read}
              />
            </WidgetPlaceContext>
          )}
        </section>
      )}
    </div>
  )
}
/* oxlint-enable react/no-array-index-key */

interface OverviewEmptyProps {
  hasTemplate: boolean
}

/** Says what the overview would show, and how to get it. */
function OverviewEmpty({ hasTemplate }: OverviewEmptyProps) {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>Nothing on the overview yet</Text>
      <Text c="dimmed">
        {hasTemplate
          ? 'The template of this unit has no gauges, cards, tables or maps.'
          : 'This unit has no template. A template says which gauges, cards, tables and maps its overview shows. The first widget makes one.'}
      </Text>
      <Group justify="center">
        <AddWidget label="Add Widget" widget="" at="last" />
        <AddChart at="last" />
      </Group>
      <OwnTemplate />
    </Stack>
  )
}
