import type { ShownBoard } from '../../contract/board-screen.ts'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { fieldsOfChart } from '@fieldwatch/contract/visitors/shown-fields'
import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { useEffect, useMemo } from 'react'
import { useLive } from '@fieldwatch/web/platform/live/live-context.ts'
import { useSources } from '@fieldwatch/web/shared/latest/latest-queries.ts'
import { needsOfOverview } from '@fieldwatch/web/shared/widgets/overview-widgets.tsx'
import { joinNeeds } from '@fieldwatch/web/shared/widgets/source-needs.ts'

/**
 * Follows what all pages show, so that turning a page opens no other stream and shows values at once. It draws nothing.
 */
export function KeepLive({ board }: { board: ShownBoard }) {
  const widgets = useMemo(() => overviewsOf(board), [board])
  const charts = useMemo(() => chartSourcesOf(board), [board])
  useFollowed(charts)
  return widgets.map(({ key, unit, overview }) => <KeepWidget key={key} unit={unit} overview={overview} />)
}

interface KeptWidget {
  readonly key: string
  readonly unit: DataId
  readonly overview: OverviewWidgets
}

function KeepWidget({ unit, overview }: Omit<KeptWidget, 'key'>) {
  const needs = useMemo(() => joinNeeds(needsOfOverview(overview)), [overview])
  useSources(unit, needs)
  return undefined
}

function overviewsOf({ pages }: ShownBoard): KeptWidget[] {
  return pages.flatMap(({ tiles }, page) =>
    tiles.flatMap((tile, place) =>
      tile.kind === 'widget' ? [{ key: `${page} ${place}`, unit: tile.unit, overview: tile.overview }] : [],
    ),
  )
}

interface ChartSource {
  readonly dataId: DataId
  readonly subject: SourceName
}

function chartSourcesOf({ pages }: ShownBoard): readonly ChartSource[] {
  return pages.flatMap(({ tiles }) =>
    tiles.flatMap((tile) =>
      tile.kind === 'chart'
        ? fieldsOfChart(tile.chart).map(({ source }) => ({ dataId: tile.unit, subject: source as SourceName }))
        : [],
    ),
  )
}

function useFollowed(sources: readonly ChartSource[]): void {
  const live = useLive()
  useEffect(() => {
    const nothing = () => undefined
    const leave = sources.map((source) => live.subscribeRecords(source, { onRecords: nothing, onJoined: nothing }))
    return () => {
      for (const stop of leave) stop()
    }
  }, [live, sources])
}
