import type { DataId } from '@fieldwatch/contract/ids'
import { Modal } from '@mantine/core'
import { CalibrationFrame } from '#sensors/calibration-frame.tsx'

interface CalibrateDialogProps {
  dataId: DataId
  onClose: () => void
}

/** Calibrating the sensors beside their charts. */
export function CalibrateDialog({ dataId, onClose }: CalibrateDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Calibrate" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <CalibrationFrame title="Calibrate the sensors" appId="calibrate" dataId={dataId} />
    </Modal>
  )
}
