import type { DataId } from '@fieldwatch/contract/api/ids'
import { MOST_STATE_UNITS } from '@fieldwatch/contract/replay/state'
import type { ListValue } from '@fieldwatch/contract/units/list-view'
import { useMemo } from 'react'
import { useReplay, useReplaySubject, useSnapshot } from '#shared/moment/replay-context.ts'
import { unitAtMoment } from '#shared/units/unit-at-moment.ts'
import type { ListedUnit } from './listed-unit.ts'

interface Asked {
  readonly listed: readonly ListedUnit[] | undefined
  /** The units of the list that the search and the labels leave. */
  readonly sought: readonly ListedUnit[] | undefined
  /** The value that the list shows of each. */
  readonly value: ListValue | undefined
}

interface UnitsThen {
  /** Undefined while they are not known. */
  readonly units: readonly ListedUnit[] | undefined
  /** There are more units than are replayed. */
  readonly isCut: boolean
  /** Those that are replayed and have sent a position: only they have a way. */
  readonly moving: readonly DataId[]
}

/** The units as they are now, or those that are sought as they were at the moment that is replayed. */
export function useUnitsThen({ listed, sought, value }: Asked): UnitsThen {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const replayed = useMemo(() => sought?.slice(0, MOST_STATE_UNITS), [sought])
  const source = value?.source
  useReplaySubject(
    useMemo(() => replayed?.map(({ dataID }) => dataID), [replayed]),
    useMemo(() => new Map(source === undefined ? [] : [[source as string, { limit: 1, fields: [] }]]), [source]),
  )
  const past = useMemo(
    () =>
      snapshot === undefined ? undefined : replayed?.map((unit) => unitAtMoment(unit, snapshot.units.get(unit.dataID))),
    [replayed, snapshot],
  )
  const moving = useMemo(
    () => (replayed ?? []).filter(({ currentLat }) => currentLat !== null).map(({ dataID }) => dataID),
    [replayed],
  )
  if (replay === undefined) return { units: listed, isCut: false, moving }
  // Where nothing is sought there is nothing to ask for.
  const isNone = replayed?.length === 0
  return { units: isNone ? replayed : past, isCut: (sought?.length ?? 0) > MOST_STATE_UNITS, moving }
}
