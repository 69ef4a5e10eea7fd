import type { DataId } from '@fieldwatch/contract/api/ids'
import { Dialog } from '#ui/components/dialog.tsx'
import { CalibrationFrame } from '#shared/sensors/calibration-frame.tsx'

interface CalibrateDialogProps {
  dataId: DataId
  onClose: () => void
}

/** Calibrating the sensors beside their charts. */
export function CalibrateDialog({ dataId, onClose }: CalibrateDialogProps) {
  return (
    <Dialog onClose={onClose} title="Calibrate" size="lg">
      <CalibrationFrame title="Calibrate the sensors" appId="calibrate" dataId={dataId} />
    </Dialog>
  )
}
