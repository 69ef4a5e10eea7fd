import type { ListView } from '@fieldwatch/contract/units/list-view'
import { Suspense, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { Chosen } from '../batch/chosen-units.ts'
import { FleetSkeleton } from '../fleet-states.tsx'
import type { ListedUnit } from '../listed-unit.ts'
import { UnitList } from '../unit-list.tsx'
import type { CellSources } from './unit-cells.ts'
import { createValueReader } from './value-reader.ts'

const UnitTable = lazyPart('unit-table', async () => (await import('./unit-table.tsx')).UnitTable)

interface UnitsShownProps {
  units: readonly ListedUnit[]
  sources: CellSources
  view: ListView
  onChange: (view: ListView) => void
  /** Lower rows, for a low screen. */
  tight: boolean
  /** While units are being chosen. */
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen) => void
}

/** The units as a person looks at them: as cards, or as a table. */
export function UnitsShown({ units, sources, view, onChange, tight, chosen, onChoose }: UnitsShownProps) {
  const api = useApi()
  const { value } = view
  const reader = useMemo(() => (value === undefined ? undefined : createValueReader(api, value)), [api, value])
  if (view.layout === 'table') {
    return (
      <Suspense fallback={<FleetSkeleton />}>
        <UnitTable
          units={units}
          sources={sources}
          view={view}
          reader={reader}
          onSort={(sort) => onChange({ ...view, sort })}
          chosen={chosen}
          onChoose={onChoose}
        />
      </Suspense>
    )
  }
  return (
    <UnitList
      key={String(tight)}
      units={units}
      sources={sources}
      reader={reader}
      tight={tight}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
