import {
  DirectionProvider,
  localStorageColorSchemeManager,
  type MantineColorScheme,
  MantineProvider,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { usePrinting } from '#platform/print/print-context.tsx'
import { cssVariables, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'fieldwatch-color-scheme' })

interface ThemedProps {
  /** Left out: the one that was chosen in this browser. */
  colorScheme?: Exclude<MantineColorScheme, 'auto'> | undefined
  children: ReactNode
}

/** The one theme, in the chosen colour scheme or the system's; on paper in light colours. */
export function Themed({ colorScheme, children }: ThemedProps) {
  const { since } = usePrinting()
  useLayoutEffect(() => {
    // Mantine does so after the canvases below have read their colours.
    if (since !== undefined) document.documentElement.dataset['mantineColorScheme'] = 'light'
  }, [since])
  const forced = since === undefined ? colorScheme : 'light'
  return (
    <DirectionProvider initialDirection={PAGE_LANGUAGE.direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        {...(forced === undefined ? {} : { forceColorScheme: forced })}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
