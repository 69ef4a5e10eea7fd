import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { widgetsOfKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { type ReactNode, useMemo } from 'react'
import { useLiveStatus } from '#platform/live/live-context.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useSources } from '#shared/latest/latest-queries.ts'
import { useMoment, useReplay } from '#shared/moment/replay-context.ts'
import classes from './overview-widgets.module.css'
import { joinNeeds, type Need } from './source-needs.ts'
import { t } from './texts.ts'
import { WidgetClockContext } from './widget-clock.ts'
import { WidgetPlaceContext } from './widget-place.ts'
import type { DrawingContext } from './widget-type.ts'
import { DRAWN_KINDS, type DrawnKind } from './widget-types.ts'

const AGEING_MS = 1000

/** From the top, each with what it shows in this order. */
const SECTIONS = [
  { label: 'widgets.section.gauges', className: 'gauges', areas: ['gauges'] },
  { label: 'widgets.section.values', className: 'cards', areas: ['values'] },
  { label: 'widgets.section.records', className: 'records', areas: ['places', 'records'] },
] as const

interface OverviewWidgetsViewProps extends Pick<DrawingContext, 'unit'> {
  overview: OverviewWidgets
  /** Maps offer where the unit was, and widgets can be edited: on the page of a unit. */
  hasTracks: boolean
}

/** The records that an overview shows. */
export function needsOfOverview(overview: OverviewWidgets): Need[] {
  return DRAWN_KINDS.flatMap((kind) => needsOfKind(kind, overview))
}

/** Whether there is anything to draw. */
export function showsAnything(overview: OverviewWidgets): boolean {
  return DRAWN_KINDS.some((kind) => needsOfKind(kind, overview).length > 0)
}

/** The widgets of an overview with their values as they are now, or as they were at the moment that is replayed. */
export function OverviewWidgetsView({ unit, overview, hasTracks }: OverviewWidgetsViewProps) {
  const { timeFormat } = useMe()
  const now = useMoment(AGEING_MS)
  const clock = useMemo(() => ({ now, timeFormat }), [now, timeFormat])
  const needs = useMemo(() => joinNeeds(needsOfOverview(overview)), [overview])
  const read = useSources(unit.dataID, needs)
  const status = useLiveStatus()
  const isPast = useReplay() !== undefined
  const isStale = !isPast && (status.kind === 'lost' || status.kind === 'refused')
  return (
    <WidgetClockContext value={clock}>
      <div className={classes['overview']} data-stale={isStale}>
        {SECTIONS.map(({ label, className, areas }) => {
          const widgets = areas.flatMap((area) =>
            DRAWN_KINDS.filter(({ drawing }) => drawing.area === area).flatMap((kind) =>
              drawKind(kind, overview, { unit, read, hasTracks }),
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
    </WidgetClockContext>
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
    // Only on the page of its unit can a widget be edited.
    <WidgetPlaceContext key={`${kind} ${index}`} value={context.hasTracks ? { kind, index } : undefined}>
      {drawing.draw(widget, context)}
    </WidgetPlaceContext>
  ))
}
