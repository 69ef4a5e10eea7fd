import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { widgetsOfKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { type ReactNode, useMemo } from 'react'
import { useLiveStatus } from '#platform/live/live-context.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useMoment, useReplay } from '#shared/moment/replay-context.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { WidgetEditor } from '#shared/widgets/settings/widget-editor.tsx'
import { OwnTemplate } from '#shared/widgets/settings/own-template.tsx'
import { AddChart, AddWidget } from '#shared/widgets/settings/widget-tools.tsx'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import { useSources } from '#shared/latest/latest-queries.ts'
import { joinNeeds } from '#shared/widgets/source-needs.ts'
import { WidgetClockContext } from '#shared/widgets/widget-clock.ts'
import { WidgetPlaceContext } from '#shared/widgets/widget-place.ts'
import type { DrawingContext } from '#shared/widgets/widget-type.ts'
import { DRAWN_KINDS, type DrawnKind } from '#shared/widgets/widget-types.ts'
import { Group, Stack, Text } from '@mantine/core'
import classes from './overview-page.module.css'
import { t } from './texts.ts'

const AGEING_MS = 1000
const NOTHING: OverviewWidgets = {}

/** From the top, each with what it shows in this order. */
const SECTIONS = [
  { label: 'overview.gauges', className: 'gauges', areas: ['gauges'] },
  { label: 'overview.values', className: 'cards', areas: ['values'] },
  { label: 'overview.records', className: 'records', areas: ['places', 'records'] },
] as const

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
  const { timeFormat } = useMe()
  const now = useMoment(AGEING_MS)
  const clock = useMemo(() => ({ now, timeFormat }), [now, timeFormat])
  const overview = template?.overview ?? NOTHING
  const needs = useMemo(() => joinNeeds(DRAWN_KINDS.flatMap((kind) => needsOfKind(kind, overview))), [overview])
  if (needs.size === 0) return <OverviewEmpty hasTemplate={template !== null} />
  return (
    <WidgetClockContext value={clock}>
      <Sections unit={unit} overview={overview} needs={needs} />
      <div className={classes['add']}>
        <AddWidget label={t('overview.add-widget')} widget="" at="last" />
      </div>
      <OwnTemplate />
    </WidgetClockContext>
  )
}

interface SectionsProps {
  unit: DrawingContext['unit']
  overview: OverviewWidgets
  needs: ReadonlyMap<string, SourceNeed>
}

function Sections({ unit, overview, needs }: SectionsProps) {
  const read = useSources(unit.dataID, needs)
  const status = useLiveStatus()
  const isPast = useReplay() !== undefined
  const isStale = !isPast && (status.kind === 'lost' || status.kind === 'refused')
  return (
    <div className={classes['overview']} data-stale={isStale}>
      {SECTIONS.map(({ label, className, areas }) => {
        const widgets = areas.flatMap((area) =>
          DRAWN_KINDS.filter(({ drawing }) => drawing.area === area).flatMap((kind) =>
            drawKind(kind, overview, { unit, read }),
          ),
        )
        return (
          widgets.length > 0 && (
            <section key={label} aria-label={t(label)} className={classes[className]}>
              {widgets}
            </section>
          )
        )
      })}
    </div>
  )
}

function needsOfKind<K extends DrawnKind['kind']>({ kind, drawing }: DrawnKind<K>, overview: OverviewWidgets) {
  return widgetsOfKind({ overview }, kind).flatMap((widget) => drawing.needs(widget))
}

/** The widgets of one kind. They are identified by their place in the template, which is replaced as a whole. */
function drawKind<K extends DrawnKind['kind']>(
  { kind, drawing }: DrawnKind<K>,
  overview: OverviewWidgets,
  context: DrawingContext,
): ReactNode[] {
  return widgetsOfKind({ overview }, kind).map((widget, index) => (
    <WidgetPlaceContext key={`${kind} ${index}`} value={{ kind, index }}>
      {drawing.draw(widget, context)}
    </WidgetPlaceContext>
  ))
}

interface OverviewEmptyProps {
  hasTemplate: boolean
}

/** Says what the overview would show, and how to get it. */
function OverviewEmpty({ hasTemplate }: OverviewEmptyProps) {
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
