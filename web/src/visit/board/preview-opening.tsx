import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Splash } from '#ui/components/splash.tsx'
import classes from './board.module.css'
import { t } from './texts.ts'

interface PreviewOpeningProps {
  pass: string
  onOpen: (pass: string) => Promise<void>
}

/** Opens what the editor looks at, once: it ends with the editor. */
export function PreviewOpening({ pass, onOpen }: PreviewOpeningProps) {
  const [isEnded, setEnded] = useState(false)
  const open = useEffectEvent(() => {
    onOpen(pass).catch(() => setEnded(true))
  })
  useEffect(() => open(), [])
  if (!isEnded) return <Splash />
  return (
    <main className={classes['centre']}>
      <Text size="xl">{t('board-screen.preview.ended')}</Text>
    </main>
  )
}
