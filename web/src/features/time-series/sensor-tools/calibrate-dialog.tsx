import type { DataId } from '@fieldwatch/contract/api/ids'
import { Dialog } from '#ui/components/dialog.tsx'
import { CalibrationFrame } from '#shared/sensors/calibration-frame.tsx'
import { t } from '../texts.ts'

interface CalibrateDialogProps {
  dataId: DataId
  onClose: () => void
}

/** Calibrating the sensors beside their charts. */
export function CalibrateDialog({ dataId, onClose }: CalibrateDialogProps) {
  return (
    <Dialog onClose={onClose} title={t('time-series.sensors.calibrate')} size="lg">
      <CalibrationFrame title={t('time-series.sensors.calibrate.frame')} appId="calibrate" dataId={dataId} />
    </Dialog>
  )
}
