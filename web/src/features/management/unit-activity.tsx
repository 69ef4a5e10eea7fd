import type { DataId } from '@fieldwatch/contract/ids'
import { ActivityList } from '#shared/activity/activity-list.tsx'
import { Panel } from './panel.tsx'

interface UnitActivityProps {
  dataId: DataId
}

/** Who changed what of the unit. */
export function UnitActivity({ dataId }: UnitActivityProps) {
  return (
    <Panel title="Activity">
      <ActivityList
        label="What was changed"
        narrowing={{ dataID: dataId }}
        limit={10}
        emptyText="No changes to this device yet."
      />
    </Panel>
  )
}
