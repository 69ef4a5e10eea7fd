import type { UnitsTaskProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Shares units that were chosen in a list as a map of where they are. */
export function ShareMap({ dataIds, onClose }: UnitsTaskProps) {
  return <ShareDialog thing={{ kind: 'map', dataIds, at: undefined }} onClose={onClose} />
}
