import { OWN_PAGES } from '@fieldwatch/contract/apps'
import type { DataId } from '@fieldwatch/contract/ids'
import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { EmbeddedApp, type EmbeddedAppHandle } from '#embedded/embedded-app.tsx'
import { type CardState, SENSORS } from './reading.ts'

const [CALIBRATE_PAGE] = OWN_PAGES

interface CalibrateDialogProps {
  dataId: DataId
  /** Of each sensor, in their order. */
  states: readonly CardState[]
  onClose: () => void
}

/** Calibrating the sensors, in a page of its own that is told their readings as they come. */
export function CalibrateDialog({ dataId, states, onClose }: CalibrateDialogProps) {
  const app = useRef<EmbeddedAppHandle>(null)
  const [ready, setReady] = useState(0)
  useEffect(() => {
    if (ready === 0) return
    const readings = SENSORS.flatMap(({ name }, place) => {
      const state = states[place]
      return state?.kind === 'reading' ? [{ name, ...state.reading }] : []
    })
    app.current?.send({ type: 'fieldwatch/readings', readings })
  }, [ready, states])
  return (
    <Modal opened onClose={onClose} title="Calibrate" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <EmbeddedApp
        ref={app}
        title="Calibrate the sensors"
        url={CALIBRATE_PAGE}
        parameters={{ appId: 'calibrate', dataID: dataId }}
        onMessage={(message) => {
          // From now on it hears us.
          if (isReady(message)) setReady((before) => before + 1)
        }}
      />
    </Modal>
  )
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'fieldwatch/ready'
}
