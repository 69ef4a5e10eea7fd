import { useEffect, useRef, useState } from 'react'
import { Themed } from '#app/themed.tsx'
import { t } from './texts.ts'
import { type LiveReading, readPortalMessage } from './messages.ts'
import { Worksheet } from './worksheet.tsx'

interface CalibrationPageProps {
  /** The window that shows this page in a frame; undefined when it is opened on its own. */
  portal: Window | undefined
}

/** The page in a frame of the portal, which sends it the colour scheme and readings and receives its height. */
export function CalibrationPage({ portal }: CalibrationPageProps) {
  const [readings, setReadings] = useState<readonly LiveReading[]>([])
  const [colorScheme, setColorScheme] = useState<'light' | 'dark'>()
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    if (portal === undefined) return undefined
    const listener = ({ data, origin, source }: MessageEvent) => {
      if (source !== portal || origin !== location.origin) return
      const message = readPortalMessage(data)
      if (message?.type === 'fieldwatch/context') setColorScheme(message.colorScheme)
      if (message?.type === 'fieldwatch/readings') setReadings(message.readings)
    }
    window.addEventListener('message', listener)
    portal.postMessage({ type: 'fieldwatch/ready' }, location.origin)
    const size = new ResizeObserver(([entry]) => {
      const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)
      portal.postMessage({ type: 'fieldwatch/height', height }, location.origin)
    })
    if (sheet.current !== null) size.observe(sheet.current)
    return () => {
      window.removeEventListener('message', listener)
      size.disconnect()
    }
  }, [portal])
  return (
    <Themed colorScheme={colorScheme}>
      <main ref={sheet} aria-label={t('calibration.sheet')}>
        <Worksheet readings={readings} />
      </main>
    </Themed>
  )
}
