import { localStorageColorSchemeManager, type MantineColorScheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'fieldwatch-color-scheme' })

interface ThemedProps {
  /** Whatever a person chose in this browser when left out. */
  colorScheme?: Exclude<MantineColorScheme, 'auto'> | undefined
  children: ReactNode
}

/** The one theme, in the colour scheme that a person chose or the system has. */
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
