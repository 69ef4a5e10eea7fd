import { useMediaQuery } from '@mantine/hooks'

/** The height of a phone on its side. */
const LOW = '(max-height: 30em)'

/** Whether the window is as low as that of a phone on its side. */
export function useIsLow(): boolean {
  return useMediaQuery(LOW, undefined, { getInitialValueInEffect: false })
}
