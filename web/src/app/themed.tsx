import { localStorageColorSchemeManager, type MantineColorScheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'fieldwatch-color-scheme' })

interface ThemedProps {
  /** Left out: the one that was chosen in this browser. */
  colorScheme?: Exclude<MantineColorScheme, 'auto'> | undefined
  children: ReactNode
}

/** The one theme, in the chosen colour scheme or the system's. */
export function Themed({ colorScheme, children }: ThemedProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      {...(colorScheme === undefined ? {} : { forceColorScheme: colorScheme })}
    >
      {children}
    </MantineProvider>
  )
}
