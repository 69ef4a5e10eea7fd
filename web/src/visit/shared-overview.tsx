import { SHARED_UNIT } from '@fieldwatch/contract/shares/shared-screens'
import type { OverviewWidgets } from '@fieldwatch/contract/widgets/widget-kinds'
import { OverviewWidgetsView } from '#shared/widgets/overview-widgets.tsx'

interface SharedOverviewProps {
  /** Of the unit. */
  name: string
  overview: OverviewWidgets
}

/** The overview of a unit, without what can be changed on it and without the tracks of its maps. */
export function SharedOverview({ name, overview }: SharedOverviewProps) {
  return (
    <OverviewWidgetsView unit={{ dataID: SHARED_UNIT, friendlyName: name }} overview={overview} hasTracks={false} />
  )
}
