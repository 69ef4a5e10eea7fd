import { OWN_PAGES } from '@fieldwatch/contract/people/apps'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { useEffect, useRef, useState } from 'react'
import { EmbeddedApp, type EmbeddedAppHandle } from '#shared/embedded/embedded-app.tsx'
import { SENSORS } from './reading.ts'
import { useSensorStates } from './use-sensor-states.ts'

/** Our own page for calibrating sensors. */
export const [CALIBRATE_PAGE] = OWN_PAGES

/** The page on which the sensors of a unit are calibrated. It gets their readings as they come. */
export function CalibrationFrame({ title, appId, dataId }: { title: string; appId: string; dataId: DataId }) {
  const states = useSensorStates(dataId)
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
    <EmbeddedApp
      ref={app}
      title={title}
      url={CALIBRATE_PAGE}
      parameters={{ appId, dataID: dataId }}
      onMessage={(message) => {
        // The page is ready for messages.
        if (isReady(message)) setReady((before) => before + 1)
      }}
    />
  )
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'fieldwatch/ready'
}
