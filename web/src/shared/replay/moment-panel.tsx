import { Button, Collapse, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useMemo } from 'react'
import type { Replay } from '#shared/moment/replay.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import type { Snapshot } from '#shared/moment/snapshot.ts'
import { UNIT_NOTES, type UnitNote } from '#platform/extensions/unit-notes.ts'
import { installedUnitNotes } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { IconChevronDown } from '#ui/icons/icons.ts'
import { THING_KINDS, thingsAt, type MomentThings } from './moment-things.ts'
import { ThingList } from './thing-list.tsx'
import { useReplayedUnits } from './use-replayed-units.ts'
import { t } from './texts.ts'
import classes from './moment-panel.module.css'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'

interface MomentPanelProps {
  /** What a unit is called, where the page is about several. */
  nameOf?: ((dataId: string) => string) | undefined
}

/** What was going on at the moment: events, alerts with who was notified, requests, configurations and notes. Nothing while the page is live. */
export function MomentPanel({ nameOf }: MomentPanelProps) {
  const replay = useReplay()
  const snapshot = useSnapshot()
  if (replay === undefined || snapshot === undefined) return undefined
  return <Panel replay={replay} snapshot={snapshot} nameOf={nameOf} />
}

interface PanelProps extends MomentPanelProps {
  replay: Replay
  snapshot: Snapshot
}

function Panel({ replay, snapshot, nameOf }: PanelProps) {
  const id = useId()
  const [opened, panel] = useDisclosure(false)
  const notes = useReplayNotes(useReplayedUnits(replay), replay.playback().range)
  const things = useMemo(() => thingsAt(snapshot, notes), [snapshot, notes])
  return (
    <section className={classes['panel']} aria-label={t('replay.things')}>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        justify="space-between"
        className={classes['head'] ?? ''}
        classNames={{ label: classes['counts'] ?? '' }}
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<IconChevronDown size="1.2em" className={classes['sign']} data-opened={opened} aria-hidden />}
        onClick={panel.toggle}
      >
        {countsText(things)}
      </Button>
      <Collapse id={id} expanded={opened}>
        <div className={classes['lists']}>
          {THING_KINDS.map((kind) => (
            <ThingList key={kind} kind={kind} things={things} nameOf={nameOf} />
          ))}
          {isEmpty(things) ? <Text c="dimmed">{t('replay.things.none')}</Text> : undefined}
        </div>
      </Collapse>
    </section>
  )
}

function isEmpty(things: MomentThings): boolean {
  return THING_KINDS.every((kind) => things[kind].length === 0)
}

function countsText(things: MomentThings): string {
  const { alerts, occurrences, requests, notes } = things
  return t('replay.things.counts', {
    occurrences: occurrences.length,
    alerts: alerts.length,
    requests: requests.length,
    notes: notes.length,
  })
}

const NONE: readonly UnitNote[] = []

/** The notes of a range: on one unit, or on all viewing units. */
function useReplayNotes(dataIds: readonly DataId[], { from, to }: TimeRange): readonly UnitNote[] {
  const api = useApi()
  const { isOn, read } = installedUnitNotes(useMe())
  const [dataID] = dataIds.length === 1 ? dataIds : []
  const { data } = useQuery({
    // Below the key of the notes on the unit, which changes of them refresh.
    queryKey: [UNIT_NOTES, dataID ?? 'viewing', 'replay', from, to] as const,
    queryFn: ({ signal }) => read(api, dataID, { from, to }, { signal }),
    enabled: isOn && dataIds.length > 0,
    staleTime: 60_000,
  })
  return data ?? NONE
}
